import { fieldsOf, isObject } from "../wire/fields";
import { renamed, withoutNames } from "./fieldsV1";
import type { Fields } from "../wire/fields";
import { fileNames, namesOf, ownerNames } from "./namesV1";

/** A V1 owner under V2 names: native and display had `domain`, `title` and `icon` (docs/api.md, "Versioning"). */
export function ownerToV2(value: unknown): unknown {
  if (!isObject(value)) return value;
  const named = namesOf(ownerNames, "name").find((name) => value[name] != null);
  const pictured = namesOf(ownerNames, "avatar_url").find((name) => value[name] != null);
  const known = { id: value.id, name: valueOf(value, named), avatar_url: valueOf(value, pictured) };
  return renamed(known, value, [named ?? "", pictured ?? ""]);
}

const valueOf = (fields: Fields, name: string | undefined) => (name === undefined ? undefined : fields[name]);

/** A V1 creative under V2 names: V1 put its URLs under `files` (docs/api.md, "Versioning"). */
export function attachmentToV2(attachment: Fields): Fields {
  const files = fieldsOf(attachment.files);
  const others = withoutNames(files, Object.keys(fileNames));
  const told = Object.entries(fileNames).map(([from, to]): [string, unknown] => [to, files[from] ?? attachment[to]]);
  const known = {
    id: attachment.id,
    type: attachment.type ?? (files.youtube_id == null ? undefined : "youtube"),
    ...Object.fromEntries(told),
    ...(Object.keys(others).length > 0 && { files: others }),
  };
  return renamed(known, attachment, isObject(attachment.files) ? ["files"] : []);
}
