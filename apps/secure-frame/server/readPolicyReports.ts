import * as z from 'zod/mini'

/** A report in fixed words: nothing in it comes from the client that sent it. */
export type PolicyViolation = { directive: string; blocked: BlockedKind; page: string }
type BlockedKind = 'inline' | 'eval' | 'trusted types' | 'data' | 'own files' | 'extension' | 'elsewhere'

const directives: readonly string[] = [
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'media-src',
  'connect-src',
  'worker-src',
  'frame-src',
  'child-src',
  'object-src',
  'manifest-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
  'require-trusted-types-for',
  'trusted-types',
]

const text = z.string().check(z.maxLength(16_384))
/** `report-to`, the Reporting API. */
const reports = z.array(
  z.object({
    type: z.string(),
    body: z.optional(z.object({ documentURL: text, effectiveDirective: text, blockedURL: z.optional(text) })),
  }),
)
/** `report-uri`, CSP Level 2. */
const legacyReport = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'effective-directive': z.optional(text),
    'violated-directive': text,
    'blocked-uri': z.optional(text),
  }),
})

const most = 20

/** Returns the violations in reports of either kind; none for other reports, and for documents that `pages` does not have. */
export const readPolicyReports = (json: unknown, origin: string, pages: readonly string[]): PolicyViolation[] => {
  const legacy = z.safeParse(legacyReport, json)
  const modern = z.safeParse(reports, json)
  const told = legacy.success
    ? [
        {
          document: legacy.data['csp-report']['document-uri'],
          directive:
            legacy.data['csp-report']['effective-directive'] ?? legacy.data['csp-report']['violated-directive'],
          blocked: legacy.data['csp-report']['blocked-uri'] ?? '',
        },
      ]
    : (modern.data ?? [])
        .slice(0, most)
        .flatMap(({ type, body }) =>
          type === 'csp-violation' && body !== undefined
            ? [{ document: body.documentURL, directive: body.effectiveDirective, blocked: body.blockedURL ?? '' }]
            : [],
        )
  return told.flatMap(({ document, directive: named, blocked }) => {
    const page = URL.canParse(document) && new URL(document).origin === origin ? new URL(document).pathname : ''
    const [directive = ''] = named.split(' ')
    if (!pages.includes(page) || !directives.includes(directive)) return []
    return [{ directive, blocked: kindOf(blocked, origin), page }]
  })
}

const kindOf = (blocked: string, origin: string): BlockedKind => {
  if (blocked === 'inline') return 'inline'
  if (blocked === 'eval' || blocked === 'wasm-eval') return 'eval'
  if (blocked.startsWith('trusted-types')) return 'trusted types'
  if (/^(?:data|blob)(?::|$)/.test(blocked)) return 'data'
  if (/-extension(?::|$)/.test(blocked)) return 'extension'
  return URL.canParse(blocked) && new URL(blocked).origin === origin ? 'own files' : 'elsewhere'
}
