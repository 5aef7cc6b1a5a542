import { codes, Refusal } from "../refusal";
import type { Service } from "../service";
import type { Moments } from "../moments";
import type { Facts } from "../world/facts";
import type { Form } from "./createForms";
import type { Order } from "./finder";
import { readOrder, readPage, readSecond, type Body } from "./readOrder";
import type { Sorting } from "./sorting";

const pageSize = 18;

/** How a version of the service writes a card, as the ad stood at a second. */
export interface CardStyle {
  readonly version: 1 | 2;
  readonly card: (service: Service, facts: Facts, second: number) => unknown;
}

/** One page of a search result as JSON, in either version. @throws {Refusal} */
export async function searchPage(
  service: Service,
  form: Form,
  body: Body,
  sorting: Sorting,
  { version, card }: CardStyle,
): Promise<string> {
  const page = readPage(body);
  const present = service.present();
  const second = readSecond(body, page, present);
  const { moments } = service;
  const asked = readOrder(service.library, form, body, sorting, second);
  const order = moments ? { ...asked, ...momentOf(moments, asked, second) } : asked;
  const written = (facts: Facts) =>
    moments
      ? moments.card(card(service, facts, order.second), facts, second, service.mediaUrl)
      : card(service, facts, second);
  return service.pages.get(`${version} ${present} ${page} ${order.name}`, async () => {
    const { ads, total } = await service.finder.slice(order, (page - 1) * pageSize, page * pageSize);
    return JSON.stringify({
      ads: ads.map(written),
      current_page: page,
      has_next_page: page * pageSize < total,
      last_hit: second,
    });
  });
}

/** What differs in a library of moments: the world's second, and which ads are there. */
function momentOf(moments: Moments, { matchers }: Order, second: number): Pick<Order, "second" | "matchers"> {
  const shown = (facts: Facts) => moments.shows(facts, second);
  return { second: moments.world(second), matchers: [shown, ...matchers] };
}

/** The form of a platform, by its segment. @throws {Refusal} if there is no such platform */
export function formOf({ forms }: Service, segment: string): Form {
  const form = forms.get(segment);
  if (!form) throw new Refusal(codes.notFound, "There is no such platform.");
  return form;
}

/**
 * The ad that a route names. @throws {Refusal} for an unknown ID, and for the aggregate, which has no ads of its own
 */
export function findAd({ library, present }: Service, { platforms }: Form, id: string): Facts {
  const [platform, ...others] = platforms;
  const only = platform !== undefined && others.length === 0 ? platform : undefined;
  const facts = only !== undefined && /^\d{1,16}$/.test(id) ? library.find(only, Number(id), present()) : undefined;
  if (!facts) throw new Refusal(codes.notFound, "There is no such ad.");
  return facts;
}
