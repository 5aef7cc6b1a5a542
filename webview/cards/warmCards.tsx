import { render } from "preact";
import type { ShownAd } from "../state/results";
import { AdCardView } from "./AdCardView";
import type { CardContext } from "./cardContext";

const nothing = () => undefined;

const ad: ShownAd = {
  card: {
    key: "",
    platformName: "",
    attachments: [],
    title: "1",
    lastSeen: "2000-01-01",
    monthlyTraffic: 1000,
    stats: [{ icon: "like", value: 1000 }],
    metadata: [{ tooltip: "1", values: ["1"] }],
    repairs: 0,
  },
  page: 1,
  fetchedAt: "2000-01-01T00:00:00Z",
};

const context: CardContext = {
  ownedDetails: new Set(),
  selected: new Set(),
  openKey: undefined,
  loadMedia: "never",
  onDetails: nothing,
  onSelect: nothing,
};

/** Draws one card out of sight, so that its code is compiled and its formatters are made before the first ads come. */
export function warmCards(): void {
  const corner = document.createElement("div");
  render(<AdCardView ad={ad} index={0} total={1} active={false} context={context} onFocus={nothing} />, corner);
  render(null, corner);
}
