import type { Stack } from '@latchkey/local'
import { expect, type Page } from '@playwright/test'
import { createPublicClient, type Hex, http, type PublicClient } from 'viem'
import { Approval } from '../../pages/Approval.ts'
import { Modal } from '../../pages/Modal.ts'
import { bundleScript } from '../../probe/bundleScript.ts'

declare const probe: {
  provider: { request(args: { method: string; params?: unknown }): Promise<unknown> }
}

/** The error code and message of a rejected request. */
export type Refusal = { code: number; message: string }

/** The two local chains, and their account types. */
export const smartChains = {
  hybrid: { id: 31337, name: 'chainA' },
  eip7702: { id: 1337, name: 'chainB' },
} as const
export type SmartKind = keyof typeof smartChains

/** A headless dapp whose user has a smart account: the test drives its provider. */
export class SmartDapp {
  readonly page: Page
  readonly stack: Stack
  readonly modal: Modal
  readonly approval: Approval
  readonly kind: SmartKind
  /** The current account. */
  address: Hex = '0x'
  constructor(page: Page, stack: Stack, kind: SmartKind, modal = page.locator('body')) {
    this.page = page
    this.stack = stack
    this.kind = kind
    this.modal = new Modal(page)
    this.approval = new Approval(modal.frameLocator('iframe'))
  }
  /** Signs in a new user, on the chain of this account type; the account has some ether unless told otherwise. */
  static async open(page: Page, stack: Stack, email: string, kind: SmartKind, ether = 10n): Promise<SmartDapp> {
    const dapp = new SmartDapp(page, stack, kind)
    await dapp.load()
    const connecting = dapp.ask('eth_requestAccounts')
    await dapp.modal.submitEmail(email)
    await dapp.modal.enterCode(await stack.mailbox.latestCode(email))
    expect(await connecting).toHaveLength(1)
    const { id, name } = smartChains[kind]
    if (id !== 31337) await dapp.ask('wallet_switchEthereumChain', [{ chainId: `0x${id.toString(16)}` }])
    const [address] = (await dapp.ask('eth_accounts')) as [Hex]
    dapp.address = address
    await stack[name].setBalance(address, ether * 10n ** 18n)
    return dapp
  }
  private async load(): Promise<void> {
    const { page, stack } = this
    await page.goto(stack.urls.demo)
    const settings = { PROJECT_ID: 'demo', WALLET_URL: stack.urls.wallet, API_URL: stack.urls.api }
    const script = new URL('../../probe/dapp.ts', import.meta.url)
    await page.evaluate(await bundleScript(script, { ...settings, ACCOUNT_TYPE: 'smartAccount' }))
  }
  /** Opens the same user in another tab of the same browser, who is already signed in there. */
  async anotherTab(): Promise<SmartDapp> {
    const page = await this.page.context().newPage()
    // The demo below shares the session, and has its own wallet.
    const modal = page.locator('latchkey-modal', {
      hasText: /Confirm actions|Confirm transaction|Allow permission|Remove permission|Sign|Send/,
    })
    const tab = new SmartDapp(page, this.stack, this.kind, modal)
    await tab.load()
    await expect.poll(() => tab.ask('eth_accounts')).toEqual([this.address])
    tab.address = this.address
    return tab
  }
  get chainId(): Hex {
    return `0x${smartChains[this.kind].id.toString(16)}`
  }
  /** An independent client of the chain. */
  get chain(): PublicClient {
    return createPublicClient({ transport: http(this.stack.urls[smartChains[this.kind].name]) })
  }
  /** Returns a request's result, or its error code and message. */
  ask(method: string, params: unknown = []): Promise<unknown> {
    return this.page.evaluate(
      ([method, params]) =>
        probe.provider
          .request({ method: method as string, params })
          .catch(({ code, message }: Refusal) => ({ code, message })),
      [method, params],
    )
  }
  /** Sends a request that the user confirms. */
  async confirmed(method: string, params: unknown): Promise<unknown> {
    const answer = this.ask(method, params)
    await this.approval.confirm()
    return answer
  }
  /** Returns whether there is code at the account's address. */
  async isDeployed(): Promise<boolean> {
    return (await this.chain.getCode({ address: this.address })) !== undefined
  }
}
