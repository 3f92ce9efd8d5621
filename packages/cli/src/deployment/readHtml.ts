/** An element of a document's markup, as far as the checks need it. */
export type Element = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** The text between its tags; empty for one without an end tag. */
  readonly text: string
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const decode = (text: string): string =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code: string | undefined, name: string | undefined) =>
    code === undefined ? (entities[name ?? ''] ?? whole) : String.fromCodePoint(Number(code)),
  )

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([^\s=/>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g)].map(
      ([, name = '', double, single, bare]) => [name.toLowerCase(), decode(double ?? single ?? bare ?? '')],
    ),
  )

/** Returns the `script`, `link` and `meta` elements of a document, in its order. */
export const readHtml = (html: string): Element[] =>
  [...html.matchAll(/<(script|link|meta)\b((?:"[^"]*"|'[^']*'|[^'">])*)>/gi)].map(
    ({ 0: tag, 1: name = '', 2: rest = '', index }) => {
      const start = index + tag.length
      const end = name.toLowerCase() === 'script' ? html.indexOf('</script', start) : start
      return {
        name: name.toLowerCase(),
        attributes: attributesOf(rest),
        text: html.slice(start, end === -1 ? undefined : end),
      }
    },
  )
