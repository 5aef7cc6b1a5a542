import type { BodyQuery } from "../../features/forms";
import { FeatureError, tellProblem } from "../../features/failures";
import type { KnownSearch } from "../../protocol/panel";
import type { Handlers } from "./dispatch";
import type { PanelServices } from "./panelServices";

/** The most searches of each kind: enough to start from, and few enough to see at once. */
const most = 5;

/** Answers about the searches that a person may begin with. They request at most a form. */
export function knownSearchHandlers(
  services: Pick<PanelServices, "saved" | "recent" | "search">,
): Pick<Handlers, "knownSearches" | "readSearch"> {
  return {
    knownSearches: async () =>
      (await known(services)).map(({ search: { platform }, kind, id, name, ranAt }) => ({
        ...{ kind, id, platform },
        ...(name !== undefined && { name }),
        ...(ranAt !== undefined && { ranAt }),
      })),
    readSearch: async ({ kind, id }) => {
      const found = (await known(services)).find((each) => each.kind === kind && each.id === id);
      if (!found) throw new FeatureError("notFound", { specifics: "This search is gone." });
      const { query, problems } = await services.search.fromBodyAsFar(found.search.platform, found.search.body);
      return { query, left: problems.map(tellProblem) };
    },
  };
}

type Known = Omit<KnownSearch, "platform"> & { readonly search: BodyQuery };

async function known({ saved, recent }: Pick<PanelServices, "saved" | "recent">): Promise<readonly Known[]> {
  const [kept, ran] = await Promise.all([saved.list(), recent.list()]);
  return [
    ...kept.slice(0, most).map(({ id, name, query, lastRun }) => ({
      ...({ kind: "saved", id, name, search: query } as const),
      ...(lastRun && { ranAt: lastRun.at }),
    })),
    ...ran.slice(0, most).map((search) => ({
      ...({ kind: "recent", id: search.at, search, ranAt: search.at } as const),
      // A search that asks for all ads is labeled with its platform.
      ...(search.label !== search.platform && { name: search.label }),
    })),
  ];
}
