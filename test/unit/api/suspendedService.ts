// A service that runs as a process of its own, so that it can be suspended: tells its address once, and the number of
// requests after each one that it answered.
import { startMisbehaving } from "../../support/misbehaving";
import { body, okText } from "../../support/misbehavingReplies";
import { wirePage } from "./answers";

void startMisbehaving((exchange) => {
  body(okText(wirePage()))(exchange);
  process.send?.(exchange.count);
}).then(({ url }) => process.send?.(url));
