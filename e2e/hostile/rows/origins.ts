import { frameAttributes, type PageKit } from '@latchkey/conformance'
import type { Ground, Scenario } from '../Scenario.ts'
import type { Realm, Tab } from '../stage/Tab.ts'
import { ask, openWallet, realmAt, sdkUrl } from '../stage/testUser.ts'

declare const kit: PageKit

/** Pages at other origins than the listed page's. These rows run in every browser: they only need a tab. */

const port = (origin: string): string => new URL(origin).port

/** Returns the wallet's and the vault's documents that a tab really shows: a rejected one is a page of the browser's own. */
export const shown = async (tab: Tab, { stage }: Ground): Promise<string[]> => {
  const { wallet, vault } = stage.urls
  const found: string[] = []
  for (const realm of tab.realms()) {
    // A browser's own error page may keep the rejected URL, and has none of our globals.
    const ours = await realm
      .evaluate(() => (document.querySelector('meta[name^="latchkey-"]') === null ? '' : location.origin), undefined)
      .catch(() => '')
    if (ours === wallet) found.push('wallet')
    if (ours === vault) found.push('vault')
  }
  return found
}

/** Opens a page that embeds a URL and sends a message to the result. */
export const embedAt = async (ground: Ground, page: string, url: string, element = 'iframe'): Promise<string[]> => {
  const tab = await ground.openTab()
  await tab.goto(page)
  await embed(tab, url, element)
  return await shown(tab, ground)
}

const embed = (realm: Realm, url: string | null, element = 'iframe', attributes: Record<string, string> = {}) =>
  realm.evaluate(
    async ({ url, element, attributes }) => {
      const frame = await kit.embed(url, attributes, element)
      for (const name of ['IS_CONNECTED', 'GET_USER'])
        frame.contentWindow?.postMessage({ id: name, type: `@w3m-app/${name}` }, '*')
    },
    { url, element, attributes },
  )

/** Nests a page in a page, and the wallet in that. */
const nest = async (ground: Ground, outer: string, inner: string): Promise<string[]> => {
  const tab = await ground.openTab()
  await tab.goto(`${outer}/`)
  await embed(tab, `${inner}/`)
  await embed(realmAt(tab, inner), sdkUrl(ground.stage))
  return await shown(tab, ground)
}

/** Returns the kit for a document without a URL. */
const kitFrom = (origin: string): string => `<!doctype html><script src="${origin}/kit.js"></script>`

/** Opens a page that embeds the wallet in a document that it has written itself. */
const embedWritten = async (
  ground: Ground,
  page: string,
  make: (html: string) => { url: string | null; attributes: Record<string, string> },
): Promise<string[]> => {
  const tab = await ground.openTab()
  await tab.goto(`${page}/`)
  const { url, attributes } = make(
    `${kitFrom(page)}<script>void kit.embed(${JSON.stringify(sdkUrl(ground.stage))})</script>`,
  )
  await embed(tab, url, 'iframe', attributes)
  // The wallet's own frame loads after the document that embeds it.
  await tab.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)), undefined)
  return await shown(tab, ground)
}

const places: readonly (readonly [name: string, place: (ground: Ground) => string])[] = [
  ['a page that the project does not list', ({ stage }) => stage.urls.stranger],
  ['the listed host on another port', ({ stage }) => `http://127.0.0.1:${port(stage.urls.stranger)}`],
  ['another address of the same machine', ({ stage }) => `http://127.0.0.2:${port(stage.urls.listed)}`],
  ['the IPv6 address of the same machine', ({ stage }) => `http://[::1]:${port(stage.urls.listed)}`],
  ['a listed host with a dot at its end', ({ stage }) => `http://localhost.:${port(stage.urls.listed)}`],
  [
    'the listed origin as user name and password',
    ({ stage }) => stage.urls.stranger.replace('//', `//127.0.0.1:${port(stage.urls.listed)}@`),
  ],
  [
    'the listed origin in the path',
    ({ stage }) => `${stage.urls.stranger}/${encodeURIComponent(stage.urls.listed)}/${stage.urls.listed}`,
  ],
]

const lookAlikes: readonly (readonly [name: string, place: (ground: Ground) => string])[] = [
  ['a host that begins with the listed one', ({ stage }) => `http://127.0.0.1.evil.test:${port(stage.urls.listed)}`],
  ['a host that looks like the listed one', ({ stage }) => `http://lоcalhost:${port(stage.urls.listed)}`],
  ['the same in punycode', ({ stage }) => `http://xn--lcalhost-3fg:${port(stage.urls.listed)}`],
]

type Attempt = (ground: Ground) => Promise<string[]>

/** Several attempts, none of which may show a document. */
const showsNone = (attempts: Readonly<Record<string, Attempt>>): Pick<Scenario, 'attack' | 'gets'> => ({
  attack: async (ground) => {
    const seen: Record<string, string[]> = {}
    for (const [name, attempt] of Object.entries(attempts)) seen[name] = await attempt(ground)
    return seen
  },
  gets: Object.fromEntries(Object.keys(attempts).map((name) => [name, []])),
})

const embedsFrom = (all: typeof places): Pick<Scenario, 'attack' | 'gets'> =>
  showsNone(
    Object.fromEntries(
      all.map(([name, place]) => [name, (ground) => embedAt(ground, `${place(ground)}/`, sdkUrl(ground.stage))]),
    ),
  )

export const originRows: readonly Scenario[] = [
  { name: 'a page at a place that is not listed embeds the wallet', ...embedsFrom(places) },
  {
    // `frame-ancestors` has no wildcard for a single label: the documents load, and stay blank and silent.
    name: 'a host two labels below a listed wildcard embeds the wallet',
    attack: async (ground) => {
      const tab = await ground.openTab()
      await tab.goto(`${ground.stage.urls.unlisted}/`)
      await embed(tab, sdkUrl(ground.stage))
      return await realmAt(tab, ground.stage.urls.wallet).evaluate(() => document.body.textContent, undefined)
    },
    gets: '',
  },
  {
    name: 'a page above or below the one that embeds the wallet is not listed',
    ...showsNone({
      'a listed page inside one that is not': (ground) =>
        nest(ground, ground.stage.urls.stranger, ground.stage.urls.listed),
      'a page that is not listed inside a listed one': (ground) =>
        nest(ground, ground.stage.urls.listed, ground.stage.urls.stranger),
      'a page inside the honest page': (ground) =>
        nest(ground, ground.stage.urls.otherListed, `http://[::1]:${port(ground.stage.urls.listed)}`),
    }),
  },
  {
    name: 'a document without an address of its own embeds the wallet',
    ...showsNone({
      'sandboxed, from the listed page': (ground) =>
        embedWritten(ground, ground.stage.urls.listed, (html) => ({
          url: null,
          attributes: { srcdoc: html, sandbox: 'allow-scripts' },
        })),
      'data:, from the listed page': (ground) =>
        embedWritten(ground, ground.stage.urls.listed, (html) => ({
          url: `data:text/html,${encodeURIComponent(html)}`,
          attributes: {},
        })),
      'written into a frame by a page that is not listed': (ground) =>
        embedWritten(ground, ground.stage.urls.stranger, (html) => ({ url: null, attributes: { srcdoc: html } })),
      'blob: of a page that is not listed': async (ground) => {
        const { stranger } = ground.stage.urls
        const tab = await ground.openTab()
        await tab.goto(`${stranger}/`)
        await tab.evaluate(
          async ({ html }) => {
            await kit.embed(URL.createObjectURL(new Blob([html], { type: 'text/html' })))
            await new Promise((resolve) => setTimeout(resolve, 500))
          },
          { html: `${kitFrom(stranger)}<script>void kit.embed(${JSON.stringify(sdkUrl(ground.stage))})</script>` },
        )
        return await shown(tab, ground)
      },
    }),
  },
  {
    name: 'a page that is not listed shows the wallet in another element, or the vault',
    ...showsNone({
      '<object>': (ground) => embedAt(ground, `${ground.stage.urls.stranger}/`, sdkUrl(ground.stage), 'object'),
      '<embed>': (ground) => embedAt(ground, `${ground.stage.urls.stranger}/`, sdkUrl(ground.stage), 'embed'),
      'the vault': (ground) =>
        embedAt(ground, `${ground.stage.urls.stranger}/`, `${ground.stage.urls.vault}/vault?projectId=demo`),
    }),
  },
  {
    name: 'another listed page asks without the user having agreed to it',
    attack: async (ground) => {
      const tab = await ground.openTab()
      await openWallet(ground.stage, tab, ground.stage.urls.otherListed)
      return {
        isConnected: await ask(tab, 'IS_CONNECTED'),
        user: 'error' in (await ask(tab, 'GET_USER')),
        signature:
          'error' in
          (await ask(tab, 'RPC_REQUEST', { method: 'personal_sign', params: ['0x00', ground.testUser.address] })),
      }
    },
    gets: { isConnected: { ok: { isConnected: false } }, user: true, signature: true },
  },
  {
    name: 'another listed page inside the honest one asks for itself',
    attack: async (ground) => {
      const { listed, otherListed } = ground.stage.urls
      const tab = await ground.openTab()
      await tab.goto(`${listed}/`)
      await embed(tab, `${otherListed}/`)
      const inner = realmAt(tab, otherListed)
      await embed(inner, sdkUrl(ground.stage), 'iframe', frameAttributes)
      return await ask(inner, 'IS_CONNECTED')
    },
    gets: { ok: { isConnected: false } },
  },
  {
    name: 'the wallet in a window of its own',
    attack: async (ground) => {
      const tab = await ground.openTab()
      await tab.goto(`${ground.stage.urls.stranger}/`)
      await tab.evaluate(async (url) => {
        const opened = open(url)
        for (let turn = 0; turn < 10; turn++) {
          opened?.postMessage({ id: `${turn}`, type: '@w3m-app/IS_CONNECTED' }, '*')
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
      }, sdkUrl(ground.stage))
      return 'nothing'
    },
    gets: 'nothing',
  },
]

/** Names that no machine resolves: they need a browser that resolves every name to the stranger. */
export const lookAlikeRows: readonly Scenario[] = [
  { name: 'a page at a name like the listed one embeds the wallet', ...embedsFrom(lookAlikes) },
]
