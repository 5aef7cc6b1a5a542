import * as l10n from "@vscode/l10n";
import { useEffect, useRef, useState } from "preact/hooks";
import type { BoardEdit, EntryCard, ShownEntry } from "../../src/protocol/boards";
import { labelOfPlatform } from "../../src/protocol/platforms";
import { AdCardView, type AdCardViewProps } from "../cards/AdCardView";
import { adName } from "../cards/adTexts";
import { plainLabel } from "../charts/label";
import { PlainButton } from "../controls/Button";

export interface BoardActions {
  readonly edit: (edit: BoardEdit) => void;
  readonly openSource: (id: string) => void;
}

interface BoardCardProps extends Omit<AdCardViewProps, "ad" | "compact" | "foot" | "noCreative" | "unseen"> {
  readonly entry: ShownEntry;
  /** Absent until it is known. */
  readonly known: EntryCard | undefined;
  readonly actions: BoardActions;
}

/** An ad of a board as the explorer shows it, with what the board says of it. */
export function BoardCard(props: BoardCardProps) {
  const { entry, known, index, total, active, context, actions, onFocus } = props;
  const { id, ad } = entry;
  const tabIndex = active ? 0 : -1;
  const title = l10n.t("{0} ad {1}", labelOfPlatform(ad.platform), ad.id);
  const empty = { platformName: "", title, attachments: [], stats: [], metadata: [], repairs: 0 };
  const card = { ...(known?.card ?? empty), key: id };
  const name = adName(card);
  const foot = <EntryFoot key={id} {...{ entry, name, tabIndex, actions }} notBought={known?.snapshot ?? false} />;
  const unseen = !known?.card && (
    <div class="card-body board-notBought column">
      <h2 class="card-title breaks-anywhere bold">{title}</h2>
      <p>{whyUnseen(known)}</p>
    </div>
  );
  const shown = { card, page: 1, fetchedAt: known?.received ?? "" };
  const noCreative = known?.snapshot && l10n.t("Images aren't part of the file");
  const parts = { foot, noCreative, unseen: unseen || undefined };
  return <AdCardView ad={shown} {...{ index, total, active, context, onFocus }} {...parts} />;
}

function whyUnseen(known: EntryCard | undefined): string {
  if (!known) return l10n.t("Reading the stored answer…");
  return known.changed
    ? l10n.t("The stored answer is not the one that was added: it is damaged, differs, or lacks this ad.")
    : l10n.t("The stored answer isn't in the archive. Anyone who has it can export it for you.");
}

interface EntryFootProps {
  readonly entry: ShownEntry;
  /** What the ad is called. */
  readonly name: string;
  readonly tabIndex: number;
  readonly actions: BoardActions;
  /** Whether the card is what the file has of the ad. */
  readonly notBought: boolean;
}

/** What the board says of an ad: its tags and note, all plain text. */
function EntryFoot({ entry, name, tabIndex, actions, notBought }: EntryFootProps) {
  const { id, tags, searched, snapshot } = entry;
  const { edit, openSource } = actions;
  return (
    <div class="board-entry column">
      {snapshot && (
        <p class="muted small">
          {notBought
            ? l10n.t("Snapshot from the board's file. No bought answer backs it.")
            : l10n.t("The texts of this ad are in the board's file.")}
        </p>
      )}
      <NoteField {...{ entry, name, tabIndex, edit }} />
      <div class="board-tags wraps">
        {tags.map((tag) => (
          <PlainButton
            key={tag}
            class="board-tag breaks-anywhere"
            icon="close"
            label={l10n.t("Remove the tag “{0}”", plainLabel(tag, 100))}
            title={l10n.t("Remove the tag “{0}”", plainLabel(tag, 100))}
            tabIndex={tabIndex}
            onPress={() => edit({ kind: "tag", ids: [id], tag, on: false })}
          >
            <bdi>{plainLabel(tag, 100)}</bdi>
          </PlainButton>
        ))}
        <AddField
          of="tag"
          label={l10n.t("Add a tag to {0}", name)}
          tabIndex={tabIndex}
          onAdd={(tag) => edit({ kind: "tag", ids: [id], tag, on: true })}
        />
      </div>
      {searched !== undefined && (
        <PlainButton
          class="details-button"
          label={l10n.t("Open in Explorer, 0 credits")}
          title={l10n.t("Show the bought search that this ad is from, 0 credits")}
          tabIndex={tabIndex}
          onPress={() => openSource(id)}
        />
      )}
    </div>
  );
}

interface AddFieldProps {
  readonly of: "tag" | "column";
  readonly label: string;
  readonly tabIndex?: number;
  readonly onAdd: (text: string) => void;
}

/** Adds one tag or column at a time: on Enter, and a tag also when the field loses the focus. */
export function AddField({ of, label, tabIndex = 0, onAdd }: AddFieldProps) {
  const [text, setText] = useState("");
  const isTag = of === "tag";
  const add = () => {
    if (text.trim() !== "") onAdd(text.trim());
    setText("");
  };
  return (
    <input
      class={`board-field board-${of}-field`}
      aria-label={label}
      placeholder={isTag ? l10n.t("Add tag") : l10n.t("New column")}
      maxLength={isTag ? 200 : 1000}
      value={text}
      tabIndex={tabIndex}
      onInput={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={isTag ? add : undefined}
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.isComposing) add();
      }}
    />
  );
}

/** A pause in typing after which a note is put into the document: each time is one step of undo. */
const restMs = 400;

interface NoteFieldProps extends Omit<EntryFootProps, "actions" | "notBought"> {
  readonly edit: BoardActions["edit"];
}

function NoteField({ entry: { id, note }, name, tabIndex, edit }: NoteFieldProps) {
  const [draft, setDraft] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keep = () => {
    clearTimeout(timer.current);
    if (draft !== undefined && draft !== note) edit({ kind: "note", ids: [id], note: draft });
    setDraft(undefined);
  };
  const last = useRef(keep);
  last.current = keep;
  // What was typed is kept when the field leaves the page, as it does out of view and in a hidden tab.
  useEffect(() => {
    const leave = () => last.current();
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, []);
  return (
    <textarea
      class="board-field board-note"
      aria-label={l10n.t("Note on {0}", name)}
      placeholder={l10n.t("Add note")}
      dir="auto"
      rows={1}
      maxLength={100_000}
      value={draft ?? note}
      tabIndex={tabIndex}
      onInput={({ currentTarget }) => {
        setDraft(currentTarget.value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => last.current(), restMs);
      }}
      onBlur={keep}
    />
  );
}
