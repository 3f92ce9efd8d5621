import type { ProjectConfig } from '@latchkey/api-client'
import { describe, expect, test } from 'vitest'
import type { ModalOptions } from '../Modal.ts'
import { testSettings } from '../modal.fixture.ts'
import { mergeConfig } from './mergeConfig.ts'

type Local = NonNullable<ModalOptions['features']>
type Feature = NonNullable<ProjectConfig['features']>[number]

const merge = (config: ProjectConfig, features?: Local) =>
  mergeConfig(config, { ...testSettings, ...(features && { features }) })
const listing = (...features: [id: Feature['id'], isEnabled: boolean, config?: string[]][]): ProjectConfig => ({
  features: features.map(([id, isEnabled, config = null]) => ({ id, isEnabled, config })),
})
const off = {
  email: false,
  socials: [],
  activity: false,
  multiWallet: false,
  swaps: false,
  onramp: false,
  offramp: false,
  payWithExchange: false,
  payments: false,
}

test('a project without features leaves all of them to the page', () => {
  expect(merge({ features: null }, { email: false })).toEqual({ remote: {}, capture: null, overridden: [] })
})

test.each<[string, ProjectConfig, Partial<typeof off> | { socials: string[] }]>([
  ['nothing that it lists is on', { features: [] }, {}],
  ['a login without email', listing(['social_login', true, ['google', 'x']]), { socials: ['google', 'x'] }],
  ['a login by email alone', listing(['social_login', true, ['email']]), { email: true }],
  ['a login that is off', listing(['social_login', false, ['email', 'google']]), {}],
  ['a provider that we don’t know', listing(['social_login', true, ['myspace', 'x']]), { socials: ['x'] }],
  ['activity', listing(['activity', true]), { activity: true }],
  ['several wallets', listing(['multi_wallet', true]), { multiWallet: true }],
  ['swaps', listing(['swap', true]), { swaps: true }],
  ['on-ramps', listing(['onramp', true]), { onramp: true }],
  ['off-ramps', listing(['offramp', true]), { offramp: true }],
  ['exchanges', listing(['fund_from_exchange', true]), { payWithExchange: true }],
  ['payments', listing(['payments', true]), { payments: true }],
  ['a feature that we don’t know', listing(['time_travel', true], ['swap', true]), { swaps: true }],
  ['branding and authentication, which are no concern of the project', listing(['reown_authentication', true]), {}],
])('%s', (_, config, on) => {
  expect(merge(config).remote).toEqual({ ...off, ...on })
})

test('a login without a list leaves its methods to the page', () => {
  const { email: _, socials: __, ...others } = off
  expect(merge(listing(['social_login', true]), { email: false, socials: ['x'] }).remote).toEqual(others)
})

describe('options that the project overrides', () => {
  test.each<[string, ProjectConfig, Local, string[]]>([
    ['another value', listing(['activity', true]), { activity: false }, ['features.activity']],
    ['a list of others', listing(['social_login', true, ['x']]), { socials: ['google'] }, ['features.socials']],
    ['the same value', listing(['social_login', true, ['x']]), { email: false, socials: ['x'] }, []],
    ['an option that is not set', { features: [] }, {}, []],
    ['email capture', { features: [] }, { emailCapture: 'required' }, ['features.emailCapture']],
  ])('%s', (_, config, features, overridden) => {
    expect(merge(config, features).overridden).toEqual(overridden)
  })

  test('featured wallets, not excluded ones: those come on top', () => {
    const wallets = { featured: ['vulpes'], excluded: ['bad'] }
    const settings = { ...testSettings, featuredWalletIds: ['metamask'], excludeWalletIds: ['other'] }
    expect(mergeConfig({ features: null, wallets }, settings)).toEqual({
      remote: wallets,
      capture: null,
      overridden: ['featuredWalletIds'],
    })
  })
})

const purpose = 'News about your orders'
const capturing = (isEnabled: boolean, config: string[] | null): ProjectConfig => ({
  features: [{ id: 'email_capture', isEnabled, config }],
  emailCapture: { purpose },
})

test.each<[string, ProjectConfig, Local['emailCapture'] | undefined, boolean | null]>([
  ['without a purpose', { features: null }, 'required', null],
  ['left to a silent page', { features: null, emailCapture: { purpose } }, undefined, null],
  ['left to the page', { features: null, emailCapture: { purpose } }, 'required', true],
  ['turned off', capturing(false, []), 'required', null],
  ['not among the features', { features: [], emailCapture: { purpose } }, 'required', null],
  ['that lets users skip', capturing(true, []), 'required', false],
  ['that is required', capturing(true, ['required']), undefined, true],
  ['that leaves the rest to the page', capturing(true, null), 'required', true],
  ['that leaves the rest to a silent page', capturing(true, null), undefined, false],
])('email capture %s', (_, config, emailCapture, isRequired) => {
  const { capture } = merge(config, emailCapture === undefined ? {} : { emailCapture })
  expect(capture).toEqual(isRequired === null ? null : { purpose, isRequired })
})
