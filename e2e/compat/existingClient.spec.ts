import type { Page } from '@playwright/test'
import { recoverMessageAddress, recoverTypedDataAddress, toHex } from 'viem'
import { expect, test } from '../fixtures.ts'
import { Approval } from '../pages/Approval.ts'
import { bundleScript } from '../probe/bundleScript.ts'

/**
 * A dapp built with an unmodified client of wire profile 4, pointed at our frame by that client's own build setting.
 */

type ExistingClient = {
  connectEmail(payload: { email: string }): Promise<{ action: string }>
  connectOtp(payload: { otp: string }): Promise<void>
  connect(payload?: {
    chainId?: number
    siwxMessage?: object
  }): Promise<{ address: `0x${string}`; chainId: number; email?: string }>
  isConnected(): Promise<{ isConnected: boolean }>
  switchNetwork(chainId: number): Promise<{ chainId: number }>
  getSmartAccountEnabledNetworks(): Promise<{ smartAccountEnabledNetworks: number[] }>
  setPreferredAccount(type: 'eoa' | 'smartAccount'): Promise<{ type: string; address: string }>
  syncTheme(payload: unknown): Promise<void>
  syncDappData(payload: unknown): Promise<void>
  request(request: { method: string; params?: unknown[] }): Promise<unknown>
  getCapabilities(): Promise<Record<string, unknown>>
  rejectRpcRequests(): void
  disconnect(): Promise<void>
}
declare const existingClient: ExistingClient

/** Its frame address is a setting of its build. */
const bundleExistingClient = (walletUrl: string): Promise<string> =>
  bundleScript(new URL('./existingClient.ts', import.meta.url), {
    NEXT_PUBLIC_SECURE_SITE_SDK_URL: `${walletUrl}/sdk`,
    NEXT_PUBLIC_DEFAULT_LOG_LEVEL: 'silent',
  })

/** The client runs in the demo's page, whose origin the project lists. */
const runExistingClient = async (page: Page, script: string) => {
  await page.evaluate(script)
}
/** A sign-in message as later clients of profile 4 send it, and what the wallet has answered to it: this one passes both through unread. */
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

  // What the client asks for is had where the network has it: another address on one, the account's own on the other.
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
