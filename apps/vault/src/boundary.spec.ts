import { smartAccountContracts } from '@latchkey/chains'
import { offer, vaultTimeouts } from '@latchkey/vault-protocol'
import { type Browser, type BrowserContext, chromium, type Frame, type Page, type Worker } from 'playwright'
import { verifyMessage } from 'viem'
import { bytesToHex, recoverAuthorizationAddress } from 'viem/utils'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chromiumLaunch } from '../../../scripts/chromiumLaunch.ts'
import { type BrowserVault, browserVault } from './testing/browserVault.ts'
import { login } from './testing/login.ts'
import { releaseTo } from './testing/releaseTo.ts'
import { type Stage, startStage } from './testing/startStage.ts'
import type { Probe } from './testing/walletProbe.ts'

/** The vault as served: three origins on two sites, real headers, real storage, real worker, in Chromium. */

declare const probe: Probe

const refusal = (name: string) => expect.objectContaining({ name })

let stage: Stage
let browser: Browser
let context: BrowserContext
/** The browser's reports of everything that a policy blocked, in every realm. */
let violations: string[]

beforeAll(async () => {
  ;[stage, browser] = await Promise.all([
    startStage({ wallet: 4350, vault: 4351, dapp: 4352 }),
    chromium.launch(chromiumLaunch),
  ])
}, 60_000)
afterAll(async () => {
  await browser?.close()
  await stage?.close()
})
beforeEach(async () => {
  context = await browser.newContext()
  violations = []
})
afterEach(() => context.close())

const openPage = async (url: string): Promise<Page> => {
  const page = await context.newPage()
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) violations.push(message.text())
  })
  await page.goto(url)
  return page
}

const frameOf = (page: Page, prefix: string): Frame => {
  const frame = page.frames().find((candidate) => candidate.url().startsWith(prefix))
  if (frame === undefined) throw new Error(`No frame at ${prefix}`)
  return frame
}

type Opened = { page: Page; wallet: Frame; vault: BrowserVault }

/** A wallet document inside a dapp's page; not yet connected to its vault. */
const openWallet = async (): Promise<Opened> => {
  const sdk = `${stage.walletOrigin}/sdk?projectId=demo`
  const page = await openPage(`${stage.dappOrigin}/?frame=${encodeURIComponent(sdk)}`)
  const wallet = frameOf(page, stage.walletOrigin)
  await wallet.waitForFunction(() => 'probe' in globalThis)
  return { page, wallet, vault: browserVault(wallet) }
}

const connect = async (): Promise<Opened & { worker: Worker }> => {
  const opened = await openWallet()
  await opened.vault.connect(stage.vaultOrigin)
  const [worker] = opened.page.workers()
  if (worker === undefined) throw new Error('No worker')
  return { ...opened, worker }
}

/** Returns the directives by which the worker's policy has blocked something so far. Ends with its own blocked call. */
const workerViolations = async (worker: Worker): Promise<string[]> => {
  const directives = await worker.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const seen: string[] = []
        const note = (reports: ReportList): void => {
          for (const { body } of reports) {
            const { effectiveDirective, blockedURL } = body as unknown as Record<string, string>
            if (blockedURL?.endsWith('/the-last')) resolve(seen)
            else seen.push(effectiveDirective ?? '')
          }
        }
        new ReportingObserver(note, { types: ['csp-violation'], buffered: true }).observe()
        fetch('/the-last').catch(() => {})
      }),
  )
  return directives.toSorted()
}

const newUser = () => crypto.randomUUID()

const canSign = async (vault: BrowserVault, address = ''): Promise<boolean> => {
  const message = new TextEncoder().encode('hello')
  const { signature } = await vault.sign({ kind: 'personalMessage', address, message: message.buffer })
  return verifyMessage({
    address: address as `0x${string}`,
    message: { raw: message },
    signature: bytesToHex(new Uint8Array(signature)),
  })
}

describe('the whole way', () => {
  test('a new user gets a wallet, signs, reloads, unlocks, and finds it on another site', async () => {
    const userId = newUser()
    const { authorities } = stage
    const first = await connect()
    const record = await login({ vault: first.vault, authorities, userId })
    const [address] = record.addresses.eip155
    expect(await canSign(first.vault, address)).toBe(true)
    expect(await workerViolations(first.worker)).toEqual([])

    const content = { kind: 'authorization', address: address ?? '', chainId: 31337, nonce: 3 } as const
    const lent = bytesToHex(new Uint8Array((await first.vault.sign(content)).signature))
    const authorization = { address: smartAccountContracts.statelessImplementation, chainId: 31337, nonce: 3 }
    expect(await recoverAuthorizationAddress({ authorization, signature: lent })).toBe(address)

    await first.page.reload()
    await frameOf(first.page, stage.walletOrigin).waitForFunction(() => 'probe' in globalThis)
    const again = browserVault(frameOf(first.page, stage.walletOrigin))
    await again.connect(stage.vaultOrigin)
    expect(await again.status(undefined)).toMatchObject({ wallet: { record, state: 'ready' }, unlocked: false })
    await expect(canSign(again, address)).rejects.toThrowError(refusal('VAULT_LOCKED'))
    await again.unlock(await releaseTo(again, { authorities, record }))
    expect(await canSign(again, address)).toBe(true)

    context = await browser.newContext()
    const elsewhere = await connect()
    expect(await login({ vault: elsewhere.vault, authorities, userId })).toEqual(record)
    expect(await canSign(elsewhere.vault, address)).toBe(true)
    expect(violations).toEqual([])
  })

  test('a page closed after making a wallet resumes it', async () => {
    const userId = newUser()
    const { page, vault } = await connect()
    await vault.openDevice(undefined)
    const made = await vault.createWallet({ userId })
    await page.close()
    const { vault: next } = await connect()
    expect(await next.createWallet({ userId })).toEqual(made)
  })

  test('two tabs make one wallet, and forgetting it in one locks the other', async () => {
    const userId = newUser()
    const [one, other] = [await connect(), await connect()]
    await one.vault.openDevice(undefined)
    const [first, second] = await Promise.all([
      one.vault.createWallet({ userId }),
      other.vault.createWallet({ userId }),
    ])
    expect(first).toEqual(second)
    const record = await login({ vault: one.vault, authorities: stage.authorities, userId })
    await other.vault.unlock(await releaseTo(other.vault, { authorities: stage.authorities, record }))
    await one.vault.forgetDevice({ userId, wallet: record })
    await expect(canSign(other.vault, record.addresses.eip155[0])).rejects.toThrowError(refusal('VAULT_LOCKED'))
    expect(await other.vault.status(undefined)).toEqual({ deviceId: null, wallet: null, unlocked: false })
  })
})

describe('the worker', () => {
  /**
   * Returns the outcome of each attempt in the vault's worker: `done` or the error's name. They run from a timer: while a debugger's call
   * is on the stack, the engine allows compilation against the policy.
   */
  const outcomes = (worker: Worker, attempts: Record<string, string>): Promise<Record<string, string>> =>
    worker.evaluate(`(async () => {
      const opened = (target) => new Promise((resolve, reject) => {
        target.addEventListener('open', () => resolve())
        target.addEventListener('error', () => reject(new Error('blocked')))
      })
      const outcomes = {}
      const attempt = (name, work) => new Promise((resolve) => setTimeout(async () => {
        try {
          await work()
          outcomes[name] = 'done'
        } catch (error) {
          outcomes[name] = error.name
        }
        resolve()
      }))
      ${Object.entries(attempts)
        .map(([name, code]) => `await attempt(${JSON.stringify(name)}, () => ${code})`)
        .join('\n')}
      return outcomes
    })()`)

  test('reaches no network', async () => {
    const { worker } = await connect()
    const away = stage.dappOrigin
    const attempts = {
      'fetch of its own origin': "fetch('/health')",
      'fetch of another origin': `fetch('${away}/leak', { mode: 'no-cors' })`,
      XMLHttpRequest: "{ const request = new XMLHttpRequest(); request.open('GET', '/health', false); request.send() }",
      WebSocket: `opened(new WebSocket('${away.replace('http', 'ws')}/leak'))`,
      EventSource: `opened(new EventSource('${away}/leak'))`,
      'another worker': "opened(new Worker('/leak.js'))",
    }
    expect(await outcomes(worker, attempts)).toEqual({
      'fetch of its own origin': 'TypeError',
      'fetch of another origin': 'TypeError',
      XMLHttpRequest: 'NetworkError',
      WebSocket: 'Error',
      EventSource: 'Error',
      'another worker': 'Error',
    })
    expect(await workerViolations(worker)).toEqual([
      'connect-src',
      'connect-src',
      'connect-src',
      'connect-src',
      'connect-src',
      'worker-src',
    ])
  })

  test('runs no other code', async () => {
    const { worker } = await connect()
    const attempts = {
      eval: "eval('1')",
      'indirect eval': "(0, eval)('1')",
      Function: "new Function('return 1')",
      'constructor of a function': "(() => {}).constructor('return 1')",
      import: `import('${stage.vaultOrigin}/leak.js')`,
      'import of data': "import('data:text/javascript,1')",
      'import of a blob': "import(URL.createObjectURL(new Blob(['1'], { type: 'text/javascript' })))",
      importScripts: "importScripts('/leak.js')",
      WebAssembly: 'WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))',
    }
    expect(await outcomes(worker, attempts)).toEqual({
      eval: 'EvalError',
      'indirect eval': 'EvalError',
      Function: 'EvalError',
      'constructor of a function': 'EvalError',
      import: 'TypeError',
      'import of data': 'TypeError',
      'import of a blob': 'TypeError',
      importScripts: 'NetworkError',
      WebAssembly: 'CompileError',
    })
    expect(new Set(await workerViolations(worker))).toEqual(new Set(['script-src', 'script-src-elem']))
  })

  test('has what it needs: storage, locks and WebCrypto', async () => {
    const { worker } = await connect()
    const attempts = {
      IndexedDB: 'indexedDB.databases()',
      locks: "navigator.locks.request('x', () => {})",
      WebCrypto: "crypto.subtle.digest('SHA-256', new Uint8Array(1))",
    }
    expect(await outcomes(worker, attempts)).toEqual({ IndexedDB: 'done', locks: 'done', WebCrypto: 'done' })
  })
})

describe('the port', () => {
  test('answers nothing but the methods of the table', async () => {
    const { wallet } = await openWallet()
    const replies = await wallet.evaluate(
      async ({ vaultOrigin, offer }) => {
        const frame = document.createElement('iframe')
        frame.src = `${vaultOrigin}/vault?projectId=demo`
        document.body.append(frame)
        await new Promise((resolve) => frame.addEventListener('load', resolve))
        const { port1, port2 } = new MessageChannel()
        frame.contentWindow?.postMessage(offer, vaultOrigin, [port2])
        const replies: unknown[] = []
        let resolve: (data: unknown) => void = () => {}
        port1.onmessage = ({ data }) => {
          replies.push(data)
          resolve(data)
        }
        const call = (): Promise<unknown> => {
          const reply = new Promise((settle) => {
            resolve = settle
          })
          port1.postMessage({ id: 'good', type: 'APPLY', path: ['status'], argumentList: [] })
          return reply
        }
        await call()
        for (const { message, transfer = [] } of probe.attacks()) port1.postMessage(message, transfer)
        await call()
        await call()
        return replies
      },
      { vaultOrigin: stage.vaultOrigin, offer },
    )
    const status = { ok: true, result: { deviceId: null, wallet: null, unlocked: false } }
    const good = { id: 'good', type: 'RAW', value: status }
    expect(replies).toEqual([good, good, good])
    expect(violations).toEqual([])
  })

  test('a second one is refused, and the first goes on', async () => {
    const { wallet, vault } = await connect()
    const answered = await wallet.evaluate(
      async ({ vaultOrigin, offer }) => {
        const { port1, port2 } = new MessageChannel()
        let answered = false
        port1.onmessage = () => {
          answered = true
        }
        document.querySelector('iframe')?.contentWindow?.postMessage(offer, vaultOrigin, [port2])
        port1.postMessage({ id: 'second', type: 'APPLY', path: ['status'], argumentList: [] })
        for (let turn = 0; turn < 10; turn++) await globalThis.vault.status(undefined)
        return answered
      },
      { vaultOrigin: stage.vaultOrigin, offer },
    )
    expect(answered).toBe(false)
    expect(await vault.status(undefined)).toMatchObject({ unlocked: false })
  })

  test.each([
    ['two ports', 2, offer],
    ['no port', 0, offer],
    ['another word', 1, 'latchkey-vault/hello'],
  ])('%s in a message is no offer', async (_, count, word) => {
    const { wallet, page } = await openWallet()
    const answered = await wallet.evaluate(
      async ({ vaultOrigin, offer, word, count }) => {
        const frame = document.createElement('iframe')
        frame.src = `${vaultOrigin}/vault?projectId=demo`
        document.body.append(frame)
        await new Promise((resolve) => frame.addEventListener('load', resolve))
        const channels = Array.from({ length: count + 1 }, () => new MessageChannel())
        let answered = 0
        const listen = ({ port1 }: MessageChannel): void => {
          port1.onmessage = () => {
            answered++
          }
          port1.postMessage({ id: 'call', type: 'APPLY', path: ['status'], argumentList: [] })
        }
        const [good, ...bad] = channels
        if (good === undefined) return answered
        const ports = bad.map(({ port2 }) => port2)
        frame.contentWindow?.postMessage(word, vaultOrigin, ports)
        bad.forEach(listen)
        // The valid offer that follows is still the first.
        frame.contentWindow?.postMessage(offer, vaultOrigin, [good.port2])
        listen(good)
        await new Promise<void>((resolve) => {
          good.port1.addEventListener('message', () => resolve())
        })
        return answered
      },
      { vaultOrigin: stage.vaultOrigin, offer, word, count },
    )
    expect(answered).toBe(1)
    expect(page.workers()).toHaveLength(1)
  })
})

describe('other origins', () => {
  /** Frames the vault in the page and offers it a port as a wallet document would; returns what it received. */
  const tryToConnect = (page: Page): Promise<{ answered: boolean; workers: number }> =>
    page
      .evaluate(
        async ({ vaultOrigin, offer }) => {
          const frame = document.createElement('iframe')
          frame.src = `${vaultOrigin}/vault?projectId=demo`
          document.body.append(frame)
          await new Promise((resolve) => frame.addEventListener('load', resolve))
          let answered = false
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => {
            answered = true
          }
          frame.contentWindow?.postMessage(offer, vaultOrigin, [port2])
          port1.postMessage({ id: 'call', type: 'APPLY', path: ['status'], argumentList: [] })
          return answered
        },
        { vaultOrigin: stage.vaultOrigin, offer },
      )
      .then(async (answered) => {
        // A vault that had taken the port would have a worker.
        await page.waitForLoadState('networkidle')
        return { answered, workers: page.workers().length }
      })

  test("a page that is not the project's cannot frame the vault", async () => {
    const page = await openPage(`${stage.strangerOrigin}/`)
    expect(await tryToConnect(page)).toEqual({ answered: false, workers: 0 })
    expect(violations.join()).toContain('frame-ancestors')
  })

  test("the project's own page can frame it, and gets nothing: its parent must be the wallet", async () => {
    const page = await openPage(`${stage.dappOrigin}/`)
    expect(await tryToConnect(page)).toEqual({ answered: false, workers: 0 })
    expect(violations).toEqual([])
  })

  test('a page with the vault in a window of its own gets nothing', async () => {
    const page = await openPage(`${stage.vaultOrigin}/vault?projectId=demo`)
    await page.waitForLoadState('networkidle')
    expect(page.workers()).toEqual([])
  })

  test('the wallet document of another project cannot be framed here, and an unknown project has no vault', async () => {
    const response = await fetch(`${stage.vaultOrigin}/vault?projectId=unknown`)
    expect(response.status).toBe(403)
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test('the dapp that frames the wallet cannot offer a port past it', async () => {
    const { page, vault } = await connect()
    const answered = await page.evaluate(
      async ({ vaultOrigin, offer }) => {
        const inner = window.frames[0]?.frames[0]
        const { port1, port2 } = new MessageChannel()
        let answered = false
        port1.onmessage = () => {
          answered = true
        }
        inner?.postMessage(offer, vaultOrigin, [port2])
        port1.postMessage({ id: 'call', type: 'APPLY', path: ['status'], argumentList: [] })
        return inner !== undefined && answered
      },
      { vaultOrigin: stage.vaultOrigin, offer },
    )
    await vault.status(undefined)
    expect(answered).toBe(false)
  })
})

describe('what lies at rest', () => {
  test('holds no share, no key and no entropy in the clear', async () => {
    const userId = newUser()
    const { vault, worker } = await connect()
    await login({ vault, authorities: stage.authorities, userId })
    const stored = await worker.evaluate(async () => {
      const read = <result>(request: IDBRequest<result>): Promise<result> =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const found: string[] = []
      const extractable: boolean[] = []
      const walk = (value: unknown): void => {
        if (value instanceof CryptoKey) {
          if (value.type !== 'public') extractable.push(value.extractable)
        } else if (value instanceof Uint8Array)
          found.push([...value].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
        else if (typeof value === 'string') found.push(value)
        else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk)
      }
      for (const { name = '' } of await indexedDB.databases()) {
        const database = await read(indexedDB.open(name))
        for (const store of database.objectStoreNames) {
          for (const row of await read(database.transaction(store).objectStore(store).getAll())) walk(row)
        }
      }
      return { found, extractable }
    })
    expect(stored.extractable).toEqual([false, false, false])
    expect(stored.found.length).toBeGreaterThan(3)
    const text = stored.found.join()
    const shares = stage.authorities.shares()
    expect(shares.length).toBeGreaterThan(2)
    for (const share of shares) expect(text).not.toContain(Buffer.from(share).toString('hex'))
  })

  test('the wallet document sees none of it', async () => {
    const { vault, wallet } = await connect()
    await login({ vault, authorities: stage.authorities, userId: newUser() })
    expect(await wallet.evaluate(() => indexedDB.databases())).toEqual([])
    const reached = await wallet.evaluate(() => {
      try {
        return String(document.querySelector('iframe')?.contentWindow?.document)
      } catch (error) {
        return (error as Error).name
      }
    })
    expect(reached).toBe('SecurityError')
  })
})

describe('an end', () => {
  test('the worker fails: calls are refused, and a new connection works', async () => {
    const { vault, worker } = await connect()
    await worker.evaluate("setTimeout(() => { throw new Error('broken') })")
    await expect
      .poll(() =>
        vault.status(undefined).then(
          () => 'answered',
          (error) => error.name,
        ),
      )
      .toBe('DISCONNECTED')
    await vault.connect(stage.vaultOrigin)
    expect(await vault.status(undefined)).toMatchObject({ unlocked: false })
  })

  test('the worker dies without a word: calls that wait for it are refused, and a new connection works', async () => {
    const { vault, worker } = await connect()
    await worker.evaluate('close()')
    // Not TIMEOUT: callers must not wait that long.
    await expect(vault.status(undefined)).rejects.toThrowError(refusal('DISCONNECTED'))
    await vault.connect(stage.vaultOrigin)
    expect(await vault.status(undefined)).toMatchObject({ unlocked: false })
  })

  test('the frame leaves its page: calls are refused', async () => {
    const { vault, page } = await connect()
    await frameOf(page, stage.vaultOrigin).evaluate(() => location.reload())
    await expect
      .poll(() =>
        vault.status(undefined).then(
          () => 'answered',
          (error) => error.name,
        ),
      )
      .toBe('DISCONNECTED')
  })

  test('aborting removes the frame and its worker', async () => {
    const { vault, wallet, page } = await connect()
    await wallet.evaluate(() => globalThis.ending.abort())
    await expect(vault.status(undefined)).rejects.toThrowError(refusal('ABORTED'))
    expect(await wallet.evaluate(() => document.querySelectorAll('iframe').length)).toBe(0)
    await expect.poll(() => page.workers().length).toBe(0)
  })

  test('a vault that does not load is FRAME_LOAD_FAILED within its patience', async () => {
    const { vault, page, wallet } = await openWallet()
    await page.clock.install()
    await page.route(`${stage.vaultOrigin}/**`, (route) => route.abort())
    const connecting = vault.connect(stage.vaultOrigin)
    const outcome = expect(connecting).rejects.toThrowError(refusal('FRAME_LOAD_FAILED'))
    await wallet.waitForSelector('iframe', { state: 'attached' })
    await page.clock.fastForward(vaultTimeouts.loadMs)
    await outcome
    expect(await wallet.evaluate(() => document.querySelectorAll('iframe').length)).toBe(0)
  })

  test('a worker that does not load is FRAME_LOAD_FAILED at once', async () => {
    const { vault, page } = await openWallet()
    await page.clock.install()
    await page.route('**/vault-worker-*', (route) => route.abort())
    await expect(vault.connect(stage.vaultOrigin)).rejects.toThrowError(refusal('FRAME_LOAD_FAILED'))
  })

  test('a browser that blocks storage is STORAGE_BLOCKED', async () => {
    // With Playwright's own list of features off, beside which this switch works.
    const args = chromiumLaunch.args.filter((argument) => !argument.startsWith('--disable-features='))
    const strict = await chromium.launch({
      ...chromiumLaunch,
      args: [...args, '--test-third-party-cookie-phaseout'],
    })
    try {
      context = await strict.newContext()
      const { vault, wallet } = await openWallet()
      const blocked = await wallet.evaluate(() =>
        indexedDB.databases().then(
          () => false,
          () => true,
        ),
      )
      expect(blocked).toBe(true)
      await expect(vault.connect(stage.vaultOrigin)).rejects.toThrowError(refusal('STORAGE_BLOCKED'))
    } finally {
      await context.close()
      await strict.close()
    }
  })
})
