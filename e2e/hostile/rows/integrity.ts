import { readFileSync } from 'node:fs'
import type { PageKit } from '@latchkey/conformance'
import type { Ground, Scenario } from '../Scenario.ts'
import type { Served, Tampering } from '../stage/serveFront.ts'
import { ask, openWallet, personalSign, realmAt, sdkUrl } from '../stage/testUser.ts'

declare const kit: PageKit

/** An attacker between server and browser changes the served files, or requests them from a wrong context. */

const mark = 'globalThis.evil = true;'
const changed = (served: Served, change: (text: string) => string): Served => ({
  ...served,
  body: Buffer.from(change(served.body.toString())),
})

const inDocument =
  (change: (html: string) => string): Tampering =>
  (path, served) =>
    path.startsWith('/sdk') ? changed(served, change) : served

/** Opens the wallet as served now: returns whether it sent READY, and whether the attacker's code ran in it. */
const openTampered =
  (tampering: Tampering): Scenario['attack'] =>
  async (ground: Ground) => {
    const { stage } = ground
    stage.walletFront.tamper(tampering)
    const tab = await ground.openTab()
    await tab.goto(`${stage.urls.listed}/`)
    await tab.evaluate(async (url) => {
      await kit.embed(url)
      await new Promise((resolve) => setTimeout(resolve, 600))
    }, sdkUrl(stage))
    const isEvil = await realmAt(tab, stage.urls.wallet).evaluate(() => 'evil' in globalThis, undefined)
    const ready = await tab.evaluate(() => kit.said().filter(({ text }) => text.includes('READY')).length, undefined)
    stage.walletFront.tamper(null)
    return { ready, isEvil }
  }

/** Returns the entry's own imports, from the build. */
const entryImports = (): string[] => {
  const built = new URL('../../../apps/secure-frame/dist/wallet/manifest.json', import.meta.url)
  return JSON.parse(readFileSync(built, 'utf8')).imports
}

const changeChunks: Tampering = (path, served) =>
  /^\/assets\/(?!wallet-).*\.js$/.test(path) ? changed(served, (text) => mark + text) : served

/** Requests a signature, for which the wallet loads more scripts, as served now. */
const askTampered =
  (tampering: Tampering): Scenario['attack'] =>
  async ({ stage, testUser, openTab }) => {
    stage.walletFront.tamper(tampering)
    const tab = await openTab()
    await openWallet(stage, tab)
    const answer = await ask(tab, 'RPC_REQUEST', personalSign('Not shown', testUser.address))
    stage.walletFront.tamper(null)
    return {
      isRefused: 'error' in answer,
      isEvil: await realmAt(tab, stage.urls.wallet).evaluate(() => 'evil' in globalThis, undefined),
    }
  }

/** Returns the protective headers of the documents. */
const headersOf = async (url: string): Promise<Record<string, string>> =>
  Object.fromEntries((await fetch(url)).headers.entries())

export const integrityRows: readonly Scenario[] = [
  {
    name: 'the entry script is changed',
    attack: openTampered((path, served) =>
      /^\/assets\/wallet-.*\.js$/.test(path) ? changed(served, (text) => mark + text) : served,
    ),
    gets: { ready: 0, isEvil: false },
  },
  {
    name: 'the entry script and its integrity in the document are changed',
    attack: openTampered((path, served) => {
      if (/^\/assets\/wallet-.*\.js$/.test(path)) return changed(served, (text) => mark + text)
      return inDocument((html) => html.replace(/ integrity="[^"]*"/g, ''))(path, served)
    }),
    gets: { ready: 0, isEvil: false },
  },
  {
    name: 'the scripts that an approval loads are changed',
    attack: askTampered(changeChunks),
    gets: { isRefused: true, isEvil: false },
  },
  {
    name: 'they are changed, and the import map to fit',
    attack: askTampered((path, served) =>
      inDocument((html) => html.replaceAll(/("\/assets\/[^"]+":")sha256-[^"]+"/g, '$1sha256-AAAA"'))(
        path,
        changeChunks(path, served),
      ),
    ),
    gets: { isRefused: true, isEvil: false },
  },
  {
    name: 'they are changed, and the import map is taken out',
    attack: askTampered((path, served) =>
      inDocument((html) => html.replace(/<script type="importmap">.*?<\/script>/, ''))(
        path,
        changeChunks(path, served),
      ),
    ),
    gets: { isRefused: true, isEvil: false },
  },
  {
    name: 'scripts are put into the document: inline, of its own origin, of data, of a handler',
    attack: openTampered((path, served) => {
      if (path === '/assets/evil.js')
        return { status: 200, headers: { 'content-type': 'text/javascript' }, body: Buffer.from(mark) }
      return inDocument((html) =>
        html.replace(
          '<body>',
          `<body onload="${mark}"><script>${mark}</script><script src="/assets/evil.js"></script><script type="module" src="/assets/evil.js"></script><script src="data:text/javascript,${mark}"></script><img src="x" onerror="${mark}"><iframe srcdoc="<script>parent.evil=true</script>"></iframe>`,
        ),
      )(path, served)
    }),
    gets: { ready: 1, isEvil: false },
  },
  {
    name: 'the document is given another base and another place for its forms',
    attack: openTampered(inDocument((html) => html.replace('<head>', '<head><base href="http://evil.localhost/">'))),
    gets: { ready: 1, isEvil: false },
  },
  {
    name: 'markup and code as text, inside the wallet document',
    attack: async (ground) => {
      const tab = await ground.openTab()
      await openWallet(ground.stage, tab)
      return await realmAt(tab, ground.stage.urls.wallet).evaluate(async () => {
        const attempts: Record<string, () => unknown> = {
          markup: () => document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="globalThis.evil = true">'),
          'inner markup': () => {
            document.createElement('div').innerHTML = '<b>x</b>'
          },
          'script address': () => {
            document.createElement('script').src = 'https://evil.example/'
          },
          'a policy of its own': () =>
            (
              Reflect.get(globalThis, 'trustedTypes') as { createPolicy(name: string, rules: object): unknown }
            ).createPolicy('evil', {}),
          frame: () => {
            document.createElement('iframe').srcdoc = '<script>parent.evil = true</script>'
          },
        }
        const outcomes: Record<string, string> = {}
        for (const [name, attempt] of Object.entries(attempts)) {
          // From a timer: while a debugger's call is on the stack, engines allow more.
          await new Promise<void>((resolve) =>
            setTimeout(() => {
              try {
                attempt()
                outcomes[name] = 'done'
              } catch (error) {
                outcomes[name] = (error as Error).name
              }
              resolve()
            }),
          )
        }
        return outcomes
      }, undefined)
    },
    gets: {
      markup: 'TypeError',
      'inner markup': 'TypeError',
      'script address': 'TypeError',
      'a policy of its own': 'TypeError',
      frame: 'TypeError',
    },
  },
  {
    name: 'a stranger takes the wallet’s and the vault’s files into a page of its own',
    attack: async (ground) => {
      const { wallet, vault, stranger } = ground.stage.urls
      const tab = await ground.openTab()
      await tab.goto(`${stranger}/`)
      const html = await (await fetch(sdkUrl(ground.stage))).text()
      const entry = /src="(\/assets\/[^"]+)"/.exec(html)?.[1] ?? ''
      return await tab.evaluate(
        async ({ documents, script }) => {
          const outcomes: string[] = []
          for (const url of documents)
            outcomes.push(
              await fetch(url).then(
                () => 'read',
                () => 'refused',
              ),
            )
          const element = document.createElement('script')
          element.src = script
          outcomes.push(
            await new Promise((resolve) => {
              element.onload = () => resolve('loaded')
              element.onerror = () => resolve('refused')
              document.body.append(element)
            }),
          )
          return outcomes
        },
        { documents: [sdkUrl(ground.stage), `${vault}/vault?projectId=demo`], script: `${wallet}${entry}` },
      )
    },
    gets: ['refused', 'refused', 'refused'],
  },
  {
    name: 'a project that is none, or is written so that two parsers read two projects',
    attack: async (ground) => {
      const { wallet, stranger } = ground.stage.urls
      const shown: string[] = []
      for (const query of [
        '',
        'projectId=nobody',
        'projectId=__proto__',
        'projectId=constructor',
        'projectId[]=demo',
        'projectid=demo',
        `projectId=${'x'.repeat(2000)}`,
        'projectId=demo%00',
        'projectId=../demo',
        'projectId=mallory&projectId=demo',
        '%70rojectId=mallory&projectId=demo',
        'projectId=demo&projectId=mallory',
        'projectId=demo;projectId=mallory',
      ]) {
        const tab = await ground.openTab()
        await tab.goto(`${stranger}/`)
        const heard = await tab.evaluate(async (url) => {
          const frame = await kit.embed(url)
          frame.contentWindow?.postMessage({ id: 'x', type: '@w3m-app/GET_USER' }, '*')
          frame.contentWindow?.postMessage({ id: 'y', type: '@w3m-app/IS_CONNECTED' }, '*')
          await new Promise((resolve) => setTimeout(resolve, 150))
          return kit.said().filter(({ text }) => /address|"isConnected":true/.test(text))
        }, `${wallet}/sdk?${query}`)
        if (heard.length > 0) shown.push(query)
        await tab.close()
      }
      return shown
    },
    gets: [],
  },
]

/** Facts about the served files, independent of the browser. */
export const servedRows: readonly Scenario[] = [
  {
    // If the document started with another script beside its entry, changing that would be a separate attack.
    name: 'the entry script imports nothing that could be changed in its place',
    attack: async () => entryImports(),
    gets: [],
  },
  {
    name: 'every document and file carries its headers, whatever it is asked for',
    attack: async ({ stage }) => {
      const { wallet, vault } = stage.urls
      const missing: string[] = []
      for (const url of [
        sdkUrl(stage),
        `${wallet}/sdk`,
        `${wallet}/sdk?projectId=nobody`,
        `${wallet}/`,
        `${wallet}/assets/../sdk`,
        `${wallet}/health`,
        `${vault}/vault?projectId=demo`,
        `${vault}/vault?projectId=__proto__`,
        `${vault}/anything`,
      ]) {
        const headers = await headersOf(url)
        const must: Record<string, RegExp> = {
          'content-security-policy': /^default-src 'none'(?!.*unsafe-)(?!.*strict-dynamic).*frame-ancestors (?!\*)/,
          'cross-origin-embedder-policy': /^require-corp$/,
          'cross-origin-resource-policy': /^(same|cross)-origin$/,
          'x-content-type-options': /^nosniff$/,
          'referrer-policy': /^no-referrer$/,
          'permissions-policy': /camera=\(\)/,
          'origin-agent-cluster': /^\?1$/,
          'cache-control': /no-store/,
        }
        for (const [name, pattern] of Object.entries(must))
          if (!pattern.test(headers[name] ?? '')) missing.push(`${url} ${name}: ${headers[name]}`)
        if ('x-frame-options' in headers || 'set-cookie' in headers) missing.push(`${url} has more than it may`)
      }
      return missing
    },
    gets: [],
  },
]
