import * as l10n from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { KnownSearch } from "../../src/protocol/panel";
import { labelOfPlatform } from "../../src/protocol/platforms";
import { PlainButton } from "../controls/Button";
import { fromLibrary, type PaneProps } from "../panes";
import { ago, pagesText } from "../words/phrases";
import { examplesOf } from "./examples";

/** What to begin with: examples of the platform, saved searches, and recent ones. Each only fills the form. */
export function Beginnings({ state: { form, connection }, session }: PaneProps) {
  const [known, setKnown] = useState<readonly KnownSearch[]>([]);
  useEffect(() => {
    // Unreadable searches are not offered.
    void session.knownSearches().then(setKnown, () => undefined);
  }, [session, connection]);
  const begin = (search: KnownSearch) => <Known search={search} onBegin={() => void session.beginKnown(search)} />;
  const of = (kind: KnownSearch["kind"]) => known.filter((search) => search.kind === kind).map(begin);
  const examples = form ? examplesOf(form) : [];
  if (examples.length === 0 && known.length === 0) return null;
  return (
    <section class="beginnings" aria-label={l10n.t("Start from a search")}>
      <List name={l10n.t("Examples")}>
        {examples.map(({ label, query }) => (
          <PlainButton class="beginning wraps" label={label} onPress={() => void session.begin(query)} />
        ))}
      </List>
      <List name={l10n.t("Saved searches")}>{of("saved")}</List>
      <List name={l10n.t("Recent searches")}>{of("recent")}</List>
      <p>{l10n.t("Each one fills the form for 0 credits. You pay when you search.")}</p>
    </section>
  );
}

function List({ name, children }: { readonly name: string; readonly children: readonly ComponentChildren[] }) {
  if (children.length === 0) return null;
  return (
    <div class="beginnings-list">
      <h3>{name}</h3>
      <ul>
        {children.map((child, at) => (
          <li key={at}>{child}</li>
        ))}
      </ul>
    </div>
  );
}

function Known({ search, onBegin }: { readonly search: KnownSearch; readonly onBegin: () => void }) {
  const { name = l10n.t("All ads"), platform, ranAt, bought, otherLibrary } = search;
  const label = platform === "mega" ? l10n.t("All platforms") : labelOfPlatform(platform);
  const about = [
    label,
    otherLibrary !== undefined && fromLibrary(otherLibrary),
    bought ? boughtWords(bought) : ranAt !== undefined && ago(ranAt),
  ]
    .filter(Boolean)
    .join(" · ");
  return (
    <PlainButton class="beginning wraps" label={`${name}, ${about}`} title={name} onPress={onBegin}>
      <bdi class="one-line">{name}</bdi> <span class="muted">{about}</span>
    </PlainButton>
  );
}

function boughtWords({ pages, fetchedAt }: NonNullable<KnownSearch["bought"]>): string {
  return l10n.t("bought, {0}, {1}", pagesText(pages), ago(fetchedAt));
}
