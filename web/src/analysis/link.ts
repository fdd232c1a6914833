/** An analysis in a link: its record, compressed, behind the `#`, which no server is sent. */

const MARK = "#r=";

export async function packed(record: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(record), new CompressionStream("deflate-raw"));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return MARK + letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function isPacked(hash: string): boolean {
  return hash.startsWith(MARK);
}

/** The record in a link; `null` if it is not whole. */
export async function unpacked(hash: string): Promise<string | null> {
  try {
    const letters = atob(hash.slice(MARK.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = await through(
      Uint8Array.from(letters, (letter) => letter.charCodeAt(0)),
      new DecompressionStream("deflate-raw"),
    );
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

async function through(bytes: Uint8Array<ArrayBuffer>, change: GenericTransformStream): Promise<Uint8Array> {
  const changed: unknown = new Blob([bytes]).stream().pipeThrough(change);
  return new Uint8Array(await new Response(changed as ReadableStream).arrayBuffer());
}
