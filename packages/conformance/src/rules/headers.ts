import { Deviation, must, show } from '../Deviation.ts'
import type { Rule, RuleGroup } from '../Rule.ts'
import type { Scene } from '../Scene.ts'

type Directives = ReadonlyMap<string, readonly string[]>

const fetchDocument = async ({ address, target }: Scene): Promise<Response> => {
  const response = await fetch(address(), { signal: AbortSignal.timeout(target.timeoutMs), redirect: 'manual' })
  must(response.status === 200, `the document is answered with ${response.status}`)
  return response
}

/** Returns the document's policy by directive. Throws a `Deviation` when there is none. */
const policyOf = async (scene: Scene): Promise<Directives> => {
  const header = (await fetchDocument(scene)).headers.get('content-security-policy')
  if (header === null) throw new Deviation('there is no Content-Security-Policy')
  return new Map(
    header
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name.toLowerCase(), sources]),
  )
}

const policyRule = (name: string, judge: (policy: Directives) => string | null): Rule => ({
  profile: 5,
  name: `the policy of the document ${name}`,
  source: 'custody 5',
  check: async (scene) => {
    const seen = judge(await policyOf(scene))
    if (seen !== null) throw new Deviation(seen)
  },
})

const headerRule = (header: string, wanted: string, holds: (value: string | null, scene: Scene) => boolean): Rule => ({
  profile: 5,
  name: `the document is sent with ${header} ${wanted}`,
  source: 'custody 5',
  check: async (scene) => {
    const value = (await fetchDocument(scene)).headers.get(header)
    must(holds(value, scene), value === null ? 'the header is missing' : `it is ${show(value)}`)
  },
})

const exactly =
  (...allowed: readonly string[]) =>
  (policy: Directives, directive: string): string | null => {
    const sources = policy.get(directive)
    if (sources === undefined) return `there is no ${directive}`
    return sources.join(' ') === allowed.join(' ') ? null : `${directive} is ${sources.join(' ')}`
  }
const none = exactly("'none'")

const sourcesOf = (policy: Directives): readonly (readonly [directive: string, source: string])[] =>
  [...policy].flatMap(([directive, sources]) => sources.map((source) => [directive, source] as const))
const firstBad = (policy: Directives, isBad: (source: string, directive: string) => boolean): string | null => {
  const bad = sourcesOf(policy).find(([directive, source]) => isBad(source, directive))
  return bad === undefined ? null : `${bad[0]} lists ${bad[1]}`
}

/** Features that no wallet document needs. */
const closedFeatures = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'display-capture']

/** Response headers of the frame's document, its Content-Security-Policy above all. */
export const headers: RuleGroup = {
  title: 'The headers of the document',
  rules: [
    policyRule("begins with default-src 'none'", (policy) => none(policy, 'default-src')),
    policyRule('lists nothing unsafe', (policy) =>
      firstBad(policy, (source) => /^'(unsafe-|strict-dynamic|wasm-unsafe-eval)/i.test(source)),
    ),
    policyRule('has no wildcard host and no bare scheme but data: for images', (policy) =>
      firstBad(
        policy,
        (source, directive) =>
          // The project decides which pages may frame it; another rule covers a wildcard for all of them.
          directive !== 'frame-ancestors' &&
          (source.includes('*') ||
            (/^[a-z][a-z0-9+.-]*:$/i.test(source) && !(directive === 'img-src' && source === 'data:'))),
      ),
    ),
    policyRule('lists scripts by hash alone', (policy) => {
      const scripts = policy.get('script-src') ?? []
      if (scripts.length === 0) return 'there is no script-src'
      const other = scripts.find((source) => !/^'sha(256|384|512)-[A-Za-z0-9+/_-]+=*'$/.test(source))
      return other === undefined ? null : `script-src lists ${other}`
    }),
    policyRule(
      "has base-uri 'none' and form-action 'none'",
      (policy) => none(policy, 'base-uri') ?? none(policy, 'form-action'),
    ),
    policyRule('requires Trusted Types for scripts', (policy) =>
      exactly("'script'")(policy, 'require-trusted-types-for'),
    ),
    {
      profile: 5,
      name: 'every script of the document carries its integrity',
      source: 'custody 5',
      check: async (scene) => {
        const html = await (await fetchDocument(scene)).text()
        const scripts = [...html.matchAll(/<script\b[^>]*>/gi)].map(([tag]) => tag)
        const loaded = scripts.filter((tag) => /\bsrc=/i.test(tag))
        must(loaded.length > 0, 'it loads no script')
        const bare = loaded.find((tag) => !/\bintegrity="sha/i.test(tag))
        must(bare === undefined, `it has ${show(bare)}`)
      },
    },
    headerRule('cross-origin-embedder-policy', 'require-corp', (value) => value === 'require-corp'),
    headerRule('cross-origin-resource-policy', 'cross-origin', (value) => value === 'cross-origin'),
    headerRule('origin-agent-cluster', '?1', (value) => value === '?1'),
    headerRule('referrer-policy', 'no-referrer', (value) => value === 'no-referrer'),
    headerRule('x-content-type-options', 'nosniff', (value) => value === 'nosniff'),
    headerRule('cache-control', 'no-store', (value) => /\bno-store\b/.test(value ?? '')),
    headerRule('permissions-policy', `that closes ${closedFeatures.slice(0, 3).join(', ')} and the like`, (value) =>
      closedFeatures.every((feature) => new RegExp(`(^|[ ,])${feature}=\\(\\)`).test(value ?? '')),
    ),
    headerRule(
      'permissions-policy',
      'that opens nothing to everybody',
      (value) => value !== null && !value.includes('*'),
    ),
    headerRule(
      'strict-transport-security',
      'where it is served over HTTPS',
      (value, { target }) => target.frameUrl.protocol !== 'https:' || /max-age=[1-9]/.test(value ?? ''),
    ),
    headerRule('x-frame-options', 'left out, for it knows no lists', (value) => value === null),
    headerRule('set-cookie', 'left out', (value) => value === null),
    headerRule(
      'cross-origin-opener-policy',
      'left out, so that windows find their opener',
      (value) => value !== 'same-origin',
    ),
  ],
}
