import * as l10n from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import { prices } from "../../src/protocol/credits";
import type { AdvertiserView, JoinedAdvertiser, ProbablySame } from "../../src/protocol/lens";
import { type AdOwner, ownerKey } from "../../src/protocol/bought";
import { labelOfPlatform } from "../../src/protocol/platforms";
import { plainLabel } from "../charts/label";
import { TextButton } from "../controls/Button";
import type { BoughtPanelProps } from "../panes";
import { adsText } from "../words/phrases";

interface ElsewhereProps extends Pick<BoughtPanelProps, "session" | "store"> {
  readonly view: AdvertiserView;
  /** Called when a person decides which advertisers are one. */
  readonly onDecided: () => void;
}

/** Advertisers that are the same or probably are, and the platforms to search or to watch next. */
export function Elsewhere({ session, store, view, onDecided }: ElsewhereProps) {
  const { advertiser, joined, probablySame, unseen } = view;
  const next = [...new Set([advertiser, ...joined, ...unseen].map(({ platform }) => platform))];
  const decide = (owners: readonly AdOwner[], isOne: boolean) => {
    onDecided();
    session.joinAdvertisers(owners.map(ownerOf), isOne);
  };
  const show = (owner: AdOwner) => store.dispatch({ type: "archiveAsked", criteria: { owner: ownerOf(owner) } });
  return (
    <>
      <Owners
        name={l10n.t("Joined by you, counted here")}
        owners={joined}
        onShow={show}
        act={{
          text: l10n.t("Separate"),
          label: (name) => l10n.t("Separate {0}, 0 credits", name),
          onPress: (one) => decide([one], false),
        }}
      />
      <Owners
        name={l10n.t("Probably the same, not counted here")}
        owners={probablySame}
        onShow={show}
        act={{
          text: l10n.t("Same Advertiser"),
          label: (name) => l10n.t("Same Advertiser: count {0} here, 0 credits", name),
          onPress: (one) => decide([advertiser, one], true),
        }}
      />
      <Tools name={l10n.t("Search this advertiser, {0} credits per page. The form opens first:", prices.search)}>
        {next.map((platform) => (
          <Tool
            key={platform}
            text={labelOfPlatform(platform)}
            label={l10n.t("Open the form of {0} with this name, 0 credits", labelOfPlatform(platform))}
            onPress={() => session.searchAdvertiser({ platform, name: advertiser.name })}
          />
        ))}
        <Tool
          text={l10n.t("Watch on {0}…", labelOfPlatform(advertiser.platform))}
          onPress={() =>
            session.searchAdvertiser({ platform: advertiser.platform, name: advertiser.name, watch: true })
          }
        />
      </Tools>
    </>
  );
}

interface OwnersProps {
  readonly name: string;
  readonly owners: readonly (JoinedAdvertiser & Partial<ProbablySame>)[];
  readonly onShow: (owner: AdOwner) => void;
  readonly act: {
    readonly text: string;
    readonly label: (name: string) => string;
    readonly onPress: (owner: AdOwner) => void;
  };
}

/** Other advertisers, each with what a person can decide about it. */
function Owners({ name, owners, onShow, act }: OwnersProps) {
  if (owners.length === 0) return null;
  return (
    <Tools name={name}>
      {owners.map((one) => (
        <Tools key={ownerKey(one)} name={nameOf(one)} isPart>
          <Tool
            text={[nameOf(one), adsText(one.ads), ...(one.because ? [whyText(one.because)] : [])].join(", ")}
            onPress={() => onShow(one)}
          />
          <Tool text={act.text} label={act.label(nameOf(one))} onPress={() => act.onPress(one)} />
        </Tools>
      ))}
    </Tools>
  );
}

/** Only what says who it is. */
const ownerOf = ({ platform, id, name }: AdOwner): AdOwner => ({ platform, ...(id !== undefined && { id }), name });
const nameOf = ({ platform, name }: AdOwner) => `${plainLabel(name)} (${labelOfPlatform(platform)})`;

interface ToolsProps {
  readonly name: string;
  /** One of several in such a row; its name is not shown. */
  readonly isPart?: boolean;
  readonly children: ComponentChildren;
}

function Tools({ name, isPart, children }: ToolsProps) {
  return (
    <div class="tools" role="group" aria-label={name}>
      {!isPart && <span>{name}</span>}
      {children}
    </div>
  );
}

interface ToolProps {
  readonly text: string;
  readonly label?: string;
  readonly onPress: () => void;
}

function Tool({ text, label = text, onPress }: ToolProps) {
  return (
    <TextButton label={label} onPress={onPress}>
      <bdi>{text}</bdi>
    </TextButton>
  );
}

function whyText(because: ProbablySame["because"]): string {
  if (because.length > 1) return l10n.t("same name and domain");
  return because[0] === "name" ? l10n.t("same name") : l10n.t("same domain");
}
