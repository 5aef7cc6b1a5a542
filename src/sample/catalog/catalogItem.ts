/** A selectable item as the service sends it. */
export interface CatalogItem {
  readonly key: number | string;
  readonly label: string | null;
  readonly icon: string | null;
}
