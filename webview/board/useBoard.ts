import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { BoardEdit, EntryCard, ShownBoard, ShownEntry } from "../../src/protocol/boards";
import type { Host } from "../host";
import { failureOf } from "../session/failureOf";
import { answerOf, type EntryCards, withEdit } from "./boardState";

/** How many cards are asked for at once: at first, about those that are seen. */
const atFirst = 60;
const later = 500;

/** The board as the document has it, with the edits on their way. */
export function useBoard(host: Host, first: ShownBoard) {
  const [board, setBoard] = useState(first);
  /** What went wrong last, in the host's words. */
  const [failed, setFailed] = useState<string>();
  const underWay = useRef(0);
  /** What the host said while edits were on their way: it lacks the later ones. */
  const said = useRef<ShownBoard>(undefined);
  const settle = useCallback(() => {
    if (underWay.current > 0 || !said.current) return;
    setBoard(said.current);
    said.current = undefined;
  }, []);
  useEffect(() => setBoard(first), [first]);
  useEffect(() => {
    host.onFact((fact) => {
      if (fact.fact !== "boardChanged") return;
      said.current = fact.value;
      settle();
    });
  }, [host, settle]);
  const onFailed = useCallback((error: unknown) => setFailed(failureOf(error).message), []);
  /** Shows an edit at once, and has the host make it. */
  const edit = useCallback(
    (wanted: BoardEdit) => {
      underWay.current += 1;
      setFailed(undefined);
      setBoard((now) => withEdit(now, wanted));
      host
        .ask("editBoard", { edit: wanted })
        .catch(onFailed)
        .finally(() => {
          underWay.current -= 1;
          settle();
        });
    },
    [host, settle, onFailed],
  );
  return { board, edit, failed, onFailed };
}

/** The cards of entries, in their order; those that were not bought are asked for again when what is bought changes. */
export function useEntryCards(
  host: Host,
  entries: readonly ShownEntry[],
  onFailed: (error: unknown) => void,
): EntryCards {
  const [cards, setCards] = useState<EntryCards>(new Map());
  const asked = useRef(new Set<string>());
  const wanted = useRef(entries);
  wanted.current = entries;
  const busy = useRef(false);
  const load = useCallback(async () => {
    if (busy.current) return;
    busy.current = true;
    try {
      for (;;) {
        const most = asked.current.size === 0 ? atFirst : later;
        const some = wanted.current.filter((entry) => !asked.current.has(answerOf(entry))).slice(0, most);
        if (some.length === 0) return;
        for (const entry of some) asked.current.add(answerOf(entry));
        const found = new Map(
          (await host.ask("entryCards", { ids: some.map(({ id }) => id) })).map((card) => [card.id, card]),
        );
        const known = some.flatMap((entry): [string, EntryCard][] => {
          const card = found.get(entry.id);
          return card ? [[answerOf(entry), card]] : [];
        });
        setCards((before) => new Map([...before, ...known]));
      }
    } catch (error) {
      onFailed(error);
    } finally {
      busy.current = false;
    }
  }, [host, onFailed]);
  useEffect(() => void load(), [entries, load]);
  useEffect(() => {
    host.onFact(({ fact }) => {
      if (fact !== "boughtChanged") return;
      setCards((before) => {
        for (const [name, { card, snapshot }] of before) if (!card || snapshot) asked.current.delete(name);
        return before;
      });
      void load();
    });
  }, [host, load]);
  return cards;
}
