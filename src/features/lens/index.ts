// The lens on bought ads: which are one creative, how often each value was observed, where the clicks lead.
export { CreativeDecisions } from "./decisions";
export { ownersNamed } from "./advertiser";
export { Lens, type LensSet, type LensView } from "./lens";
