const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The parts of a served HTML document. */
export type DocumentParts = {
  title: string
  /** For a document that may be a top-level window: without it, a browser requests an icon, and reports the failure. */
  icon?: 'data:,'
  /** Public facts for the document's own script, from `<meta name>` to `content` (JSON). */
  facts: Readonly<Record<string, unknown>>
  /** Inline import map; its exact text is hashed in the policy. */
  importMap?: string
  styles?: readonly string[]
  /** Modules to preload, each with its integrity. */
  preloads?: readonly { path: string; integrity: string }[]
  script: { path: string; integrity: string; type: 'module' | 'classic' }
}

/** Returns a document for one of our scripts. Only the import map is inline. */
export const scriptDocument = ({
  title,
  icon,
  facts,
  importMap,
  styles = [],
  preloads = [],
  script,
}: DocumentParts): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${escapeHtml(title)}</title>`,
    icon === undefined ? '' : `<link rel="icon" href="${icon}">`,
    ...Object.entries(facts).map(
      ([name, content]) => `<meta name="${escapeHtml(name)}" content="${escapeHtml(JSON.stringify(content))}">`,
    ),
    importMap === undefined ? '' : `<script type="importmap">${importMap}</script>`,
    ...styles.map((path) => `<link rel="stylesheet" href="${path}">`),
    ...preloads.map(
      ({ path, integrity }) =>
        `<link rel="modulepreload" href="${path}" integrity="${integrity}" crossorigin="anonymous">`,
    ),
    `<script ${script.type === 'module' ? 'type="module"' : 'defer'} src="${script.path}" integrity="${script.integrity}" crossorigin="anonymous"></script>`,
    '</head><body></body></html>',
  ].join('')

/** Returns a text-only page, for a user who wonders why there is no wallet. */
export const wordsPage = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title></head><body><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></body></html>`
