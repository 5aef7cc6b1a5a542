import { fieldsOf, isObject } from "../wire/fields";
import { firstOf, renamed, withoutNames } from "./fieldsV1";
import type { Fields } from "../wire/fields";

/** A V1 owner under V2 names: native and display had `domain`, `title` and `icon` (docs/api.md, "Versioning"). */
export function ownerToV2(value: unknown): unknown {
  if (!isObject(value)) return value;
  const named = ["name", "title", "domain"].find((name) => value[name] != null);
  const pictured = ["avatar_url", "icon"].find((name) => value[name] != null);
  const known = { id: value.id, name: valueOf(value, named), avatar_url: valueOf(value, pictured) };
  return renamed(known, value, [named ?? "", pictured ?? ""]);
}

const valueOf = (fields: Fields, name: string | undefined) => (name === undefined ? undefined : fields[name]);

/** A V1 creative under V2 names: V1 put its URLs under `files` (docs/api.md, "Versioning"). */
export function attachmentToV2(attachment: Fields): Fields {
  const files = fieldsOf(attachment.files);
  const others = withoutNames(files, ["main", "thumbnail", "youtube_id"]);
  const youtube = firstOf(files, "youtube_id");
  const known = {
    id: attachment.id,
    type: attachment.type ?? (youtube === undefined ? undefined : "youtube"),
    url: firstOf(files, "main") ?? attachment.url,
    thumbnail: firstOf(files, "thumbnail") ?? attachment.thumbnail,
    youtube_id: youtube ?? attachment.youtube_id,
    ...(Object.keys(others).length > 0 && { files: others }),
  };
  return renamed(known, attachment, isObject(attachment.files) ? ["files"] : []);
}
