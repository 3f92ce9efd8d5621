/**
 * A result passed on as the node wrote it. Parsing and printing megabytes of logs would take many times their size in memory, and seconds.
 */
export class RawJson {
  readonly #chunks: readonly Uint8Array[]

  constructor(chunks: readonly Uint8Array[]) {
    this.#chunks = chunks
  }

  chunks(): readonly Uint8Array[] {
    return this.#chunks
  }
}

/** How nodes begin the response to request 1, up to the result. */
const heads = [
  /^\s*\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*1\s*,\s*"result"\s*:\s*/,
  /^\s*\{\s*"id"\s*:\s*1\s*,\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"result"\s*:\s*/,
  /^\s*\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"result"\s*:\s*/,
]
/** How they end it, after the result. */
const tail = /^\s*(?:,\s*"id"\s*:\s*1\s*)?\}\s*$/
const longestHead = 128
const longestTail = 64

/**
 * Returns the result within a node's response, whatever is in it; null when the response has an unknown form, such as an error. Brackets
 * and quotes are counted, so that no answer can be more than its own part of a batch.
 */
export function cutResult(chunks: readonly Uint8Array[]): RawJson | null {
  const start = decode(chunks, 0, longestHead)
  const head = heads.map((form) => form.exec(start)).find((found) => found !== null)?.[0]
  if (head === undefined) return null
  const end = endOfValue(chunks, head.length)
  const weight = chunks.reduce((sum, { length }) => sum + length, 0)
  if (end === null || weight - end > longestTail || !tail.test(decode(chunks, end, weight))) return null
  return new RawJson(slice(chunks, head.length, end))
}

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d]

/** Returns the offset at which the object, list or string that begins at `from` ends; null when it does not, or is something else. */
function endOfValue(chunks: readonly Uint8Array[], from: number): number | null {
  let offset = 0
  let depth = 0
  let isText = false
  let isEscaped = false
  for (const chunk of chunks) {
    for (let index = Math.max(0, from - offset); index < chunk.length; index++) {
      const byte = chunk[index]
      if (isText) {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) isText = false
      } else if (byte === quote) isText = true
      else if (byte === openBrace || byte === openBracket) depth++
      else if (byte === closeBrace || byte === closeBracket) depth--
      else if (depth === 0) return null
      if (depth === 0 && !isText) return offset + index + 1
    }
    offset += chunk.length
  }
  return null
}

/** Returns the bytes from one offset to another, without copying them. */
function slice(chunks: readonly Uint8Array[], from: number, to: number): Uint8Array[] {
  const parts: Uint8Array[] = []
  let offset = 0
  for (const chunk of chunks) {
    const [first, last] = [Math.max(0, from - offset), Math.min(chunk.length, to - offset)]
    if (first < last) parts.push(chunk.subarray(first, last))
    offset += chunk.length
  }
  return parts
}

const decode = (chunks: readonly Uint8Array[], from: number, to: number): string =>
  Buffer.concat(slice(chunks, from, to)).toString('latin1')
