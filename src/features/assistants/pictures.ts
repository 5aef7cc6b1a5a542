import { loadPicture, type PictureOptions, type PictureProblem } from "../../api";
import type { AdDetail, Attachment } from "../../protocol/ads";
import type { Picture, ToolPorts } from "./answer";
import type { NotShown, PictureScaler, SmallPicture } from "./pictureScaler";

const whyNot: Readonly<Record<PictureProblem | NotShown, string>> = {
  address: "images are not loaded from this address",
  privateNetwork: "its host is on a private network",
  redirects: "it redirects too often",
  tooLarge: "it is larger than 5 MB",
  notSmall: "it is larger than 1 MB and can't be made small enough",
  tooManyPixels: "it has more than 9 million pixels",
  unreadable: "it is damaged, or of a kind that can't be scaled down",
  type: "it is not a PNG, JPEG, GIF, or WebP",
  failed: "its host did not send it",
};

/** The first pictures of an ad, and a line for each that could not be loaded. */
export async function picturesOf(
  ports: ToolPorts,
  ad: Pick<AdDetail, "attachments"> | undefined,
  most: number,
  signal: AbortSignal,
): Promise<{ readonly pictures: readonly Picture[]; readonly words: readonly string[] }> {
  if (most === 0) return { pictures: [], words: [] };
  if (ports.loadMedia() !== "always")
    return { pictures: [], words: ["Images: not loaded, because adLibrary.loadMedia doesn't allow it."] };
  const urls = [...new Set(ad?.attachments.flatMap((each) => urlOf(each) ?? []))].slice(0, most);
  if (urls.length === 0) return { pictures: [], words: ["Images: not provided."] };
  const { connection } = ports.engine;
  const connected = await connection.current().catch(() => undefined);
  const loopback = connected?.baseUrl.startsWith("http://") ? new URL(connected.baseUrl).origin : undefined;
  const results = await Promise.all(urls.map((url) => loadSmall(ports.scaler, url, { loopback, signal })));
  const pictures = results.flatMap((result) =>
    typeof result === "string" ? [] : [{ mimeType: result.mimeType, data: result.bytes.toString("base64") }],
  );
  const words = results.map((result, at) =>
    typeof result === "string"
      ? `Image ${at + 1} was skipped: ${whyNot[result]}.`
      : `Image ${at + 1}: ${result.mimeType}, ${scaledFrom(result)}made by others, like the texts.`,
  );
  return { pictures, words };
}

async function loadSmall(
  scaler: PictureScaler,
  url: string,
  options: PictureOptions,
): Promise<SmallPicture | PictureProblem | NotShown> {
  const loaded = await loadPicture(url, options);
  return typeof loaded === "string" ? loaded : scaler.small(loaded, options.signal);
}

const scaledFrom = ({ from }: SmallPicture) => (from ? `scaled down from ${from.width} × ${from.height} pixels, ` : "");

/** The picture of an attachment: a video's is its thumbnail. */
function urlOf({ type, url, thumbnail }: Attachment): string | undefined {
  return thumbnail ?? (type === "image" ? url : undefined);
}
