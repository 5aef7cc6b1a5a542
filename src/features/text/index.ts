// Makes texts from outside readable for people.
export { decodedLines, noText, NotTextError, roughlyDecoded, decoded } from "./bytes";
export { keyText } from "../../protocol/readableName";
export { lineChart, type Point } from "./lineChart";
export { htmlText, markdownTable, markdownText, markdownUrl, plainLines, shellWord, visibleJson } from "./markup";
export { labelText } from "./readableText";
export { figure, localDay, locale } from "./times";
export { percentDecoded, prettyJson } from "./readableText";
export { timeAgo } from "./times";
