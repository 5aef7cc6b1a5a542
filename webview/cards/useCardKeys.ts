import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface CardKeysProps {
  readonly count: number;
  readonly columns: number;
  /** How many cards a page key moves by. */
  readonly pageKeyStep: number;
  /** Brings the card's row into view, so that it is drawn. */
  readonly reveal: (index: number) => void;
  readonly list: { readonly current: HTMLElement | null };
}

export interface CardKeys {
  /** The card that Tab reaches. */
  readonly active: number;
  readonly setActive: (index: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function target(
  key: string,
  { active, count, columns, pageKeyStep }: { active: number } & CardKeysProps,
): number | undefined {
  switch (key) {
    case "ArrowRight":
      return active + 1;
    case "ArrowLeft":
      return active - 1;
    case "ArrowDown":
      return active + columns;
    case "ArrowUp":
      return active - columns;
    case "PageDown":
      return Math.min(active + pageKeyStep, count - 1);
    case "PageUp":
      return Math.max(active - pageKeyStep, 0);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

/** Moves the focus card by card with the arrow keys; a card that is not drawn yet is scrolled to first. */
export function useCardKeys(props: CardKeysProps): CardKeys {
  const { count, reveal, list } = props;
  const [chosen, setActive] = useState(0);
  const active = Math.max(0, Math.min(chosen, count - 1));
  const wanted = useRef(false);
  useLayoutEffect(() => {
    if (!wanted.current) return;
    const card = list.current?.querySelector<HTMLElement>(`[data-card="${active}"]`);
    if (!card) return;
    wanted.current = false;
    card.focus({ preventScroll: true });
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const { target: at } = event;
    const isCard = at instanceof HTMLElement && at.dataset.card !== undefined;
    if (!isCard || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = target(event.key, { ...props, active });
    if (next === undefined || next < 0 || next >= count || next === active) return;
    event.preventDefault();
    wanted.current = true;
    setActive(next);
    reveal(next);
  };
  return { active, setActive, onKeyDown };
}
