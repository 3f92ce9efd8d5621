import { formatBase58, parseBase58 } from '@latchkey/chains'
import { localCluster, type Stack } from '@latchkey/local'
import { loginProviders } from '@latchkey/protocol/loginProviders'
import type { Page } from '@playwright/test'
import {
  Connection,
  LAMPORTS_PER_SOL,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import {
  createPublicClient,
  type Hex,
  http,
  parseEther,
  recoverMessageAddress,
  recoverTypedDataAddress,
  toHex,
} from 'viem'
import { expect, test } from '../fixtures.ts'
import { Approval } from '../pages/Approval.ts'
import { FarcasterPhone } from '../pages/FarcasterPhone.ts'
import { SignInPage } from '../pages/SignInPage.ts'
import { bundleScript } from '../probe/bundleScript.ts'

/** A dapp built with an unmodified client of wire profile 4, pointed at our frame by that client's own build setting. */

type ExistingClient = {
  connectEmail(payload: { email: string }): Promise<{ action: string }>
  connectOtp(payload: { otp: string }): Promise<void>
  connect(payload?: {
    chainId?: number | string
    siwxMessage?: object
  }): Promise<{ address: `0x${string}`; chainId: number; email?: string }>
  getSocialRedirectUri(payload: { provider: string }): Promise<{ uri: string }>
  connectSocial(uri: string): Promise<{ address: string; email: string; userName?: string }>
  getFarcasterUri(): Promise<{ url: string }>
  connectFarcaster(): Promise<{ userName: string }>
  updateEmail(payload: { email: string }): Promise<{ action: string }>
  updateEmailPrimaryOtp(payload: { otp: string }): Promise<void>
  updateEmailSecondaryOtp(payload: { otp: string }): Promise<{ newEmail: string }>
  isConnected(): Promise<{ isConnected: boolean }>
  switchNetwork(chainId: number): Promise<{ chainId: number }>
  getSmartAccountEnabledNetworks(): Promise<{ smartAccountEnabledNetworks: number[] }>
  setPreferredAccount(type: 'eoa' | 'smartAccount'): Promise<{ type: string; address: string }>
  syncTheme(payload: unknown): Promise<void>
  syncDappData(payload: unknown): Promise<void>
  request(request: { method: string; params?: unknown }): Promise<unknown>
  getCapabilities(): Promise<Record<string, unknown>>
  rejectRpcRequests(): void
  disconnect(): Promise<void>
}
declare const existingClient: ExistingClient

/** Its frame URL is a build setting. */
const bundleExistingClient = (walletUrl: string): Promise<string> =>
  bundleScript(new URL('./existingClient.ts', import.meta.url), {
    NEXT_PUBLIC_SECURE_SITE_SDK_URL: `${walletUrl}/sdk`,
    NEXT_PUBLIC_DEFAULT_LOG_LEVEL: 'silent',
  })

/** The client runs in the demo's page, whose origin the project lists. */
const runExistingClient = async (page: Page, script: string) => {
  await page.evaluate(script)
}
/** A sign-in message as later clients of profile 4 send it, and the wallet's response: this one passes both through unparsed. */
const siwxMessage = (origin: string) => ({
  accountAddress: '<<AccountAddress>>',
  chainId: 'eip155:31337',
  domain: new URL(origin).host,
  uri: origin,
  version: '1',
  serializedMessage: [
    `${new URL(origin).host} wants you to sign in with your Ethereum account:`,
    '<<AccountAddress>>',
    '',
    '',
    `URI: ${origin}`,
    'Version: 1',
    'Chain ID: 31337',
    `Nonce: ${crypto.randomUUID().replaceAll('-', '')}`,
    `Issued At: ${new Date().toISOString()}`,
  ].join('\n'),
})
type SignedUser = { address: `0x${string}`; message?: string; signature?: `0x${string}` }
const connectWith = (page: Page, siwxMessage: object): Promise<SignedUser> =>
  page.evaluate(async (siwxMessage) => {
    const heard = new Promise<SignedUser>((resolve) =>
      addEventListener('message', function listen({ data }) {
        if (data.type !== '@w3m-frame/GET_USER_SUCCESS') return
        removeEventListener('message', listen)
        resolve(data.payload)
      }),
    )
    await existingClient.connect({ chainId: 31337, siwxMessage })
    return await heard
  }, siwxMessage)

/** As the client's own modal does while it approves. */
const showFrame = (page: Page) =>
  page.locator('#w3m-iframe').evaluate((frame) => {
    Object.assign((frame as HTMLElement).style, {
      display: 'block',
      inset: '0 auto auto 0',
      width: '360px',
      height: '600px',
    })
  })

test('an existing profile-4 client logs in, signs, switches network, restores and signs out', async ({
  page,
  stack,
  email,
}) => {
  const script = await bundleExistingClient(stack.urls.wallet)
  await page.goto(stack.urls.demo)
  await runExistingClient(page, script)
  expect(await page.evaluate(() => existingClient.isConnected())).toEqual({ isConnected: false })
  await page.evaluate(() =>
    existingClient.syncDappData({
      metadata: { name: 'Old dapp', description: 'd', url: location.origin, icons: [] },
      projectId: 'demo',
      sdkVersion: 'html-wagmi-5.1.11',
    }),
  )
  expect(await page.evaluate(() => existingClient.getSmartAccountEnabledNetworks())).toEqual({
    smartAccountEnabledNetworks: [31337, 1337],
  })

  expect(await page.evaluate((email) => existingClient.connectEmail({ email }), email)).toEqual({
    action: 'VERIFY_OTP',
  })
  const otp = await stack.mailbox.latestCode(email)
  await page.evaluate((otp) => existingClient.connectOtp({ otp }), otp)
  // The sign-in signs its message, once. A reconnect signs nothing.
  const { origin } = new URL(page.url())
  const signedIn = await connectWith(page, siwxMessage(origin))
  const { message: signInText = '', signature: signInSignature = '0x' } = signedIn
  expect(signInText).toContain(signedIn.address)
  expect(await recoverMessageAddress({ message: signInText, signature: signInSignature })).toBe(signedIn.address)
  expect(await connectWith(page, siwxMessage(origin))).not.toHaveProperty('signature')
  const user = await page.evaluate(() => existingClient.connect({ chainId: 31337 }))
  expect(user).toMatchObject({ chainId: 31337, email, address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) })

  expect(await page.evaluate(() => existingClient.switchNetwork(1337))).toEqual({ chainId: 1337 })
  expect(await page.evaluate(() => existingClient.request({ method: 'eth_blockNumber' }))).toMatch(/^0x/)

  await showFrame(page)
  await page.evaluate(() =>
    existingClient.syncTheme({
      themeMode: 'light',
      themeVariables: {},
      w3mThemeVariables: { '--w3m-accent': '#7b3fe4' },
    }),
  )
  const message = 'Hello from an older dapp'
  const signing = page.evaluate(
    ([hex, address]) => existingClient.request({ method: 'personal_sign', params: [hex, address] }),
    [toHex(message), user.address.toLowerCase()],
  )
  const approval = new Approval(page.frameLocator('#w3m-iframe'))
  await expect(approval.card).toContainText(message)
  await approval.confirm()
  const signature = (await signing) as `0x${string}`
  expect(await recoverMessageAddress({ message, signature })).toBe(user.address)

  const typedData = {
    domain: { name: 'Mail', chainId: 1337 },
    primaryType: 'Note',
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ],
      Note: [{ name: 'text', type: 'string' }],
    },
    message: { text: 'typed' },
  } as const
  const signingTyped = page.evaluate(
    ([address, json]) => existingClient.request({ method: 'eth_signTypedData_v4', params: [address, json] }),
    [user.address, JSON.stringify(typedData)],
  )
  await approval.confirm()
  expect(
    await recoverTypedDataAddress({
      ...typedData,
      domain: { ...typedData.domain, chainId: 1337n },
      signature: (await signingTyped) as `0x${string}`,
    }),
  ).toBe(user.address)

  const rejected = page.evaluate(
    (address) =>
      existingClient
        .request({ method: 'personal_sign', params: ['0x00', address] })
        .catch((error: Error) => error.message),
    user.address,
  )
  await approval.reject()
  expect(await rejected).toMatch(/user rejected/i)
  const plain = { atomic: { status: 'unsupported' }, assetDiscovery: { supported: true } }
  expect(await page.evaluate(() => existingClient.getCapabilities())).toEqual({ '0x539': plain, '0x7a69': plain })

  // The client's account request depends on the network: another address on one, the account's own on the other.
  await page.evaluate(() => existingClient.switchNetwork(31337))
  const smart = await page.evaluate(() => existingClient.setPreferredAccount('smartAccount'))
  expect(smart).toEqual({ type: 'smartAccount', address: expect.not.stringMatching(user.address) })
  expect(await page.evaluate(() => existingClient.connect({ chainId: 31337 }))).toMatchObject({
    address: smart.address,
    preferredAccountType: 'smartAccount',
  })
  expect(await page.evaluate(() => existingClient.connect({ chainId: 11155111 }))).toMatchObject({
    address: user.address,
    preferredAccountType: 'eoa',
  })
  await page.evaluate(() => existingClient.switchNetwork(1337))
  expect(await page.evaluate(() => existingClient.setPreferredAccount('eoa'))).toEqual({
    type: 'eoa',
    address: user.address,
  })

  await page.reload()
  await runExistingClient(page, script)
  expect(await page.evaluate(() => existingClient.isConnected())).toEqual({ isConnected: true })
  expect(await page.evaluate(() => existingClient.connect())).toMatchObject({ address: user.address, chainId: 1337 })
  expect(await connectWith(page, siwxMessage(origin))).not.toHaveProperty('signature')
  await page.evaluate(() => existingClient.disconnect())
  expect(await page.evaluate(() => existingClient.isConnected())).toEqual({ isConnected: false })
})

test('a client that speaks as soon as the frame has loaded is answered, however late the wallet is ready', async ({
  page,
  stack,
}) => {
  const script = await bundleExistingClient(stack.urls.wallet)
  await page.route(`${stack.urls.api}/projects/**`, async (route) => {
    const response = await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.fulfill({ response })
  })
  await page.goto(stack.urls.demo)
  await runExistingClient(page, script)
  expect(await page.evaluate(() => existingClient.isConnected())).toEqual({ isConnected: false })
})

/** A page with the client in it. */
const open = async (page: Page, stack: Stack): Promise<string> => {
  const script = await bundleExistingClient(stack.urls.wallet)
  await page.goto(stack.urls.demo)
  await runExistingClient(page, script)
  return script
}
const connect = (page: Page, chainId: number | string = 31337) =>
  page.evaluate((chainId) => existingClient.connect({ chainId }), chainId)
const ask = (page: Page, method: string, params: unknown): Promise<unknown> =>
  page.evaluate(([method, params]) => existingClient.request({ method, params }), [method, params] as const)

/** In a window that the page opens, as the client's own modal does; the wallet's page there posts its messages to the client. */
const signInAt = async (page: Page, provider: 'github' | 'x', email: string) => {
  const opening = page.context().waitForEvent('page')
  const signedIn = page.evaluate(async (provider) => {
    const opened = window.open('about:blank')
    const { uri } = await existingClient.getSocialRedirectUri({ provider })
    const result = new Promise<string>((resolve) =>
      addEventListener('message', function listen({ source, data }) {
        if (source !== opened || typeof data?.resultUri !== 'string') return
        removeEventListener('message', listen)
        resolve(data.resultUri)
      }),
    )
    opened?.location.replace(uri)
    return await existingClient.connectSocial(await result)
  }, provider)
  const signIn = new SignInPage(await opening)
  await signIn.expectProvider(loginProviders[provider].name)
  await signIn.signIn(email)
  await signIn.agree()
  return await signedIn
}

/** Goes back from the code, as later clients of profile 4 do: this one has no method for it. Resolves with the frame's next READY. */
const goBack = (page: Page) =>
  page.evaluate(async () => {
    const ready = new Promise<void>((resolve) =>
      addEventListener('message', function listen({ data }) {
        if (data.type !== '@w3m-frame/READY') return
        removeEventListener('message', listen)
        resolve()
      }),
    )
    const frame = document.querySelector<HTMLIFrameElement>('#w3m-iframe')
    frame?.contentWindow?.postMessage({ type: '@w3m-app/RELOAD', id: crypto.randomUUID() }, '*')
    await existingClient.syncDappData({ projectId: 'demo', sdkVersion: 'html-wagmi-5.1.11' })
    await ready
  })
/** Shows a new code. `approved`: the result of waiting for its approval, or the error's message. */
const showCode = async (page: Page) => {
  const { url } = await page.evaluate(() => existingClient.getFarcasterUri())
  const approved = page.evaluate(() =>
    existingClient.connectFarcaster().then(
      ({ userName }) => userName,
      ({ message }) => message,
    ),
  )
  return { url, approved }
}

test('an existing profile-4 client signs in at a provider, at one without an email, and with Farcaster after going back', async ({
  page,
  context,
  stack,
  email,
}) => {
  const script = await open(page, stack)
  const addresses: string[] = []
  for (const provider of ['github', 'x'] as const) {
    const known = provider === 'x' ? null : email
    const { address, ...signedIn } = await signInAt(page, provider, email)
    // The client drops a response of this request whose email is not a string.
    expect(signedIn).toMatchObject({ email: known ?? '' })
    expect(await connect(page)).toMatchObject({ address, email: known })
    addresses.push(address)
    await page.evaluate(() => existingClient.disconnect())
  }

  const left = await showCode(page)
  await goBack(page)
  expect(await left.approved).not.toMatch(/^[a-z]+$/)
  // A client may also just ask for another code, and wait again.
  const replaced = await showCode(page)
  const last = await showCode(page)
  const phone = new FarcasterPhone(await context.newPage())
  for (const [url, name] of [
    [left.url, 'Ada'],
    [replaced.url, 'Ada'],
    [last.url, 'Grace'],
  ] as const) {
    await phone.open(url)
    await phone.approveAs(name)
  }
  expect(await Promise.all([replaced.approved, last.approved])).toEqual(['grace', 'grace'])
  const { address } = await connect(page)
  addresses.push(address)
  expect(new Set(addresses).size).toBe(3)

  await page.reload()
  await runExistingClient(page, script)
  expect(await page.evaluate(() => existingClient.isConnected())).toEqual({ isConnected: true })
  expect(await connect(page)).toMatchObject({ address })
})

/** Covers the data to be signed. */
const cover = (page: Page) =>
  page.evaluate(() => {
    const element = document.createElement('div')
    element.popover = 'manual'
    const place = { position: 'fixed', margin: '0', inset: '90px auto auto 0', width: '360px', height: '150px' }
    Object.assign(element.style, place, { background: 'white' })
    document.body.append(element)
    element.showPopover()
    Object.assign(globalThis, { uncover: () => element.remove() })
  })
declare const uncover: () => void

test('an existing profile-4 client: a wrong code, a closed window, sending, calls, another email, and Solana', async ({
  page,
  context,
  stack,
  email,
}) => {
  const script = await open(page, stack)
  await page.evaluate((email) => existingClient.connectEmail({ email }), email)
  const otp = await stack.mailbox.latestCode(email)
  const wrong = `${(Number(otp[0]) + 1) % 10}${otp.slice(1)}`
  const refused = page.evaluate((otp) => existingClient.connectOtp({ otp }).catch(({ message }) => message), wrong)
  expect(await refused).toContain('That code is not right')
  await page.evaluate((otp) => existingClient.connectOtp({ otp }), otp)
  const { address } = await connect(page)
  await showFrame(page)
  const approval = new Approval(page.frameLocator('#w3m-iframe'))

  // Closing an approval's window decides nothing.
  const text = 'Signed in a window'
  const signing = ask(page, 'personal_sign', [toHex(text), address])
  await approval.ready()
  await cover(page)
  const opening = context.waitForEvent('page')
  await approval.frame.getByRole('button', { name: 'Continue in a window', exact: true }).click()
  const opened = await opening
  await expect(new Approval(opened).card).toContainText(text)
  await opened.close()
  await expect(approval.card).toContainText('The window was closed')
  const reopening = context.waitForEvent('page')
  await approval.frame.getByRole('button', { name: 'Open again', exact: true }).click()
  await new Approval(await reopening).confirm()
  expect(await recoverMessageAddress({ message: text, signature: (await signing) as Hex })).toBe(address)
  await page.evaluate(() => uncover())

  const receiver = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
  const chain = createPublicClient({ transport: http(stack.chainA.url), pollingInterval: 50 })
  await stack.chainA.setBalance(address, parseEther('10'))
  const sending = ask(page, 'eth_sendTransaction', [{ from: address, to: receiver, value: toHex(parseEther('0.1')) }])
  await approval.confirm()
  const { status } = await chain.waitForTransactionReceipt({ hash: (await sending) as Hex })
  expect(status).toBe('success')

  const smart = (await page.evaluate(() => existingClient.setPreferredAccount('smartAccount'))).address as Hex
  await stack.chainA.setBalance(smart, parseEther('10'))
  const before = await chain.getBalance({ address: receiver })
  const calls = [
    { to: receiver, value: '0x1' },
    { to: receiver, value: '0x2', data: '0x' },
  ]
  const calling = ask(page, 'wallet_sendCalls', [{ version: '1.0', chainId: '0x7a69', from: smart, calls }])
  await approval.confirm()
  const id = await calling
  await expect
    .poll(() => ask(page, 'wallet_getCallsStatus', [id]), { timeout: 30_000 })
    .toMatchObject({ status: 'CONFIRMED' })
  expect((await chain.getBalance({ address: receiver })) - before).toBe(3n)
  await page.evaluate(() => existingClient.setPreferredAccount('eoa'))

  const newEmail = `new-${email}`
  expect(await page.evaluate((email) => existingClient.updateEmail({ email }), newEmail)).toEqual({
    action: 'VERIFY_PRIMARY_OTP',
  })
  const primary = await stack.mailbox.latestCode(email)
  await page.evaluate((otp) => existingClient.updateEmailPrimaryOtp({ otp }), primary)
  const secondary = await stack.mailbox.latestCode(newEmail)
  expect(await page.evaluate((otp) => existingClient.updateEmailSecondaryOtp({ otp }), secondary)).toEqual({ newEmail })

  await page.reload()
  await runExistingClient(page, script)
  expect(await page.evaluate(() => existingClient.isConnected())).toEqual({ isConnected: true })
  expect(await connect(page)).toMatchObject({ address, email: newEmail })

  const { address: account } = await connect(page, localCluster.caipNetworkId)
  const owner = new PublicKey(account)
  const cluster = new Connection(stack.urls.solana, 'confirmed')
  await cluster.requestAirdrop(owner, 10 * LAMPORTS_PER_SOL)
  await showFrame(page)
  const bytes = new TextEncoder().encode('Hello from an older dapp')
  const signingOnSolana = ask(page, 'solana_signMessage', { message: formatBase58(bytes), pubkey: account })
  await approval.confirm()
  const { signature } = (await signingOnSolana) as { signature: string }
  const key = await crypto.subtle.importKey('raw', Uint8Array.from(owner.toBytes()), 'Ed25519', false, ['verify'])
  expect(await crypto.subtle.verify('Ed25519', key, parseBase58(signature, 'signature') as BufferSource, bytes)).toBe(
    true,
  )

  const { blockhash } = await cluster.getLatestBlockhash()
  const to = new PublicKey('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin')
  const lamports = LAMPORTS_PER_SOL / 10
  const instructions = [SystemProgram.transfer({ fromPubkey: owner, toPubkey: to, lamports })]
  const transfer = new TransactionMessage({ payerKey: owner, recentBlockhash: blockhash, instructions })
  const transaction = formatBase58(new VersionedTransaction(transfer.compileToV0Message()).serialize())
  const had = await cluster.getBalance(to)
  const sendingOnSolana = ask(page, 'solana_signAndSendTransaction', { transaction })
  await approval.confirm()
  expect(await sendingOnSolana).toEqual({ signature: expect.any(String) })
  await expect.poll(async () => (await cluster.getBalance(to)) - had).toBe(lamports)
})
