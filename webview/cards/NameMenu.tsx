import * as l10n from "@vscode/l10n";
import { type ComponentChildren, createContext } from "preact";
import { useContext, useLayoutEffect, useRef, useState, useMemo } from "preact/hooks";
import type { Owner } from "../../src/protocol/ads";
import type { FilterForm } from "../../src/protocol/filters";
import { type NameKind, placeFor } from "../../src/protocol/namePlace";
import type { AdOwner } from "../../src/protocol/bought";
import type { PlatformToken } from "../../src/protocol/platforms";
import { plainLabel } from "../charts/label";
import type { PaneProps } from "../panes";
import { defaultQuery, withChoice } from "../state/query";

/** What can be done with a name, for 0 credits. */
export interface NameActions {
  /** Enters it in the form; absent if the form has no filter for it. */
  readonly fill?: (kind: NameKind, name: string) => void;
  readonly find: (kind: NameKind, name: string) => void;
  /** Shows everything bought of an advertiser. */
  readonly showAll: (owner: AdOwner) => void;
}

/** The advertiser of an ad; undefined if it has no name or its platform is unknown. */
export function advertiserOf(platform: PlatformToken | undefined, { id, name }: Owner = {}): AdOwner | undefined {
  if (platform === undefined || name === undefined) return undefined;
  return { platform, ...(id !== undefined && { id }), name };
}

export const NameActionsContext = createContext<NameActions | undefined>(undefined);

/** What a search for a name is, before it is paid for. */
const paid = () => l10n.t("Fills the form. The search is a paid text search and may return others' ads.");

interface NameMenuProps {
  readonly kind: NameKind;
  readonly name: string | undefined;
  /** Whose name it is. */
  readonly owner?: AdOwner | undefined;
  readonly tabIndex?: number;
  readonly children: ComponentChildren;
}

/** A name that can be searched for; plain text if nothing can be done with it. */
export function NameMenu({ kind, name, owner, tabIndex = 0, children }: NameMenuProps) {
  const actions = useContext(NameActionsContext);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  if (!actions || name === undefined || name.trim() === "") return <>{children}</>;
  const { fill, find, showAll } = actions;
  const shown = plainLabel(name, 60);
  const choices = [
    ...(owner ? [{ label: l10n.t("All bought ads of “{0}”, 0 credits", shown), choose: () => showAll(owner) }] : []),
    ...(fill ? [{ label: l10n.t("Enter “{0}” in the form, 0 credits", shown), note: paid(), choose: fill }] : []),
    { label: l10n.t("Find “{0}” in the archive, 0 credits", shown), choose: find },
  ];
  return (
    <>
      <button
        ref={button}
        type="button"
        class="name-button bare-button one-line"
        aria-haspopup="menu"
        aria-expanded={open}
        tabIndex={tabIndex}
        onClick={(event) => {
          event.stopPropagation();
          setOpen(!open);
        }}
      >
        {children}
      </button>
      {open && (
        <Menu
          anchor={button}
          name={shown}
          choices={choices.map(({ choose, ...choice }) => ({ ...choice, choose: () => choose(kind, name) }))}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface Placed {
  readonly current: HTMLElement | null;
}

interface MenuProps {
  readonly anchor: Placed;
  readonly name: string;
  readonly choices: readonly { readonly label: string; readonly note?: string; readonly choose: () => void }[];
  readonly onClose: () => void;
}

/** The choices above all else, below their button, wherever it is moved to. */
function Menu({ anchor, name, choices, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  usePlace(menu, anchor);
  const done = () => {
    onClose();
    anchor.current?.focus();
  };
  return (
    <div
      ref={menu}
      class="name-menu"
      role="menu"
      aria-label={name}
      popover="auto"
      // Asynchronous: the opening of a menu that was closed quickly can be reported after the next one has opened.
      onToggle={({ newState }) => {
        if (newState === "closed") onClose();
      }}
      onKeyDown={(event) => onMenuKey(event, done)}
    >
      {choices.map(({ label, note, choose }) => {
        const onClick = (event: Event) => {
          event.stopPropagation();
          done();
          choose();
        };
        return (
          <button key={label} type="button" role="menuitem" tabIndex={-1} dir="auto" title={note} onClick={onClick}>
            {label}
          </button>
        );
      })}
    </div>
  );
}

/** Shows a menu at its button, and keeps it there. No event reports every move: cards also change their size later. */
function usePlace(menu: Placed, anchor: Placed): void {
  useLayoutEffect(() => {
    let frame = 0;
    let last: string | undefined;
    const follow = () => {
      frame = requestAnimationFrame(follow);
      const at = anchor.current?.getBoundingClientRect();
      const now = [at?.left, at?.top, at?.height, innerWidth, innerHeight].join();
      if (now !== last) place(menu.current, anchor.current);
      last = now;
    };
    menu.current?.showPopover();
    follow();
    menu.current?.querySelector("button")?.focus();
    return () => cancelAnimationFrame(frame);
  }, []);
}

/** In full in the window also where the button is not. */
function place(menu: HTMLElement | null, anchor: HTMLElement | null): void {
  if (!menu || !anchor) return;
  const at = anchor.getBoundingClientRect();
  // Where it was, the window may have too little room for its lines.
  menu.style.left = "0";
  const { width, height } = menu.getBoundingClientRect();
  const below = at.bottom + height + 4 > innerHeight ? at.top - height - 2 : at.bottom + 2;
  menu.style.left = `${Math.max(4, Math.min(at.left, innerWidth - width - 4))}px`;
  menu.style.top = `${Math.max(4, Math.min(below, innerHeight - height - 4))}px`;
}

function onMenuKey(event: KeyboardEvent, done: () => void): void {
  event.stopPropagation();
  if (event.key === "Escape" || event.key === "Tab") done();
  else if (event.key === "ArrowDown" || event.key === "ArrowUp") stepIn(event);
  else return;
  event.preventDefault();
}

function stepIn({ key, currentTarget, target }: KeyboardEvent): void {
  if (!(currentTarget instanceof Element)) return;
  const buttons = [...currentTarget.querySelectorAll("button")];
  const at = buttons.findIndex((button) => button === target) + (key === "ArrowDown" ? 1 : -1);
  buttons.at(at % buttons.length)?.focus();
}

/** What an explorer does with a name: its form's own search for it, or a look into the archive. */
export function useNameActions({ state, session, store }: PaneProps): NameActions {
  const { form } = state;
  return useMemo(
    () => ({
      ...(form && placeFor(form, "advertiser") && { fill: (kind, name) => fill({ form, store }, kind, name) }),
      find: (kind, name) => session.findBought({ [kind]: name }),
      showAll: (owner) => session.findBought({ owner }),
    }),
    [form, session, store],
  );
}

function fill(
  { form, store }: { readonly form: FilterForm; readonly store: PaneProps["store"] },
  kind: NameKind,
  name: string,
) {
  const place = placeFor(form, kind);
  if (!place) return;
  const texts = [{ type: place.type, text: name }];
  const draft = withChoice(defaultQuery(form.platform, form), place.filter, { kind: "texts", texts });
  store.dispatch({ type: "draftReplaced", draft });
  store.dispatch({ type: "formWanted", place: "search" });
}
