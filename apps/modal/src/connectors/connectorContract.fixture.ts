/**
 * The contract of every connector, whatever its wallet: `describeConnector(name, makeWallet)`.
 *
 * A connector supplies its wallet, a scripted one that it reaches exactly as a real one. Tests that a type of wallet can't have are named
 * in `cannot`, each with its reason; nothing else is left out.
 */
import { describe, expect, test } from 'vitest'
import type { ContractOptions, ContractWallet } from './contract/ContractWallet.fixture.ts'
import { describeCalling } from './contract/describeCalling.fixture.ts'
import { describeConnecting } from './contract/describeConnecting.fixture.ts'
import { describeEnding } from './contract/describeEnding.fixture.ts'
import { describeMoving } from './contract/describeMoving.fixture.ts'
import { describeRestoring } from './contract/describeRestoring.fixture.ts'
import { describeTelling } from './contract/describeTelling.fixture.ts'
import { createScene } from './contract/scene.fixture.ts'

export type { Answer, ContractWallet } from './contract/ContractWallet.fixture.ts'

export function describeConnector(
  name: string,
  makeWallet: () => ContractWallet | Promise<ContractWallet>,
  options: ContractOptions = {},
): void {
  const scene = createScene(makeWallet, options)
  describe(`${name} as a connector`, () => {
    test('says who the wallet is in words that can be shown', async () => {
      await using wallet = await makeWallet()
      const { connector } = wallet
      expect(connector.name).toBe(connector.name.trim())
      expect([...connector.name].length).toBeGreaterThan(0)
      expect([...connector.name].length).toBeLessThanOrEqual(64)
      expect(connector.icon ?? 'data:image/').toMatch(/^(?:data:image\/|https:)/)
      expect(connector.namespaces).toContain(wallet.namespace)
      expect((await wallet.reload()).id).toBe(connector.id)
      expect(wallet.asked()).toBe(0)
    })

    describeConnecting(scene)
    describeRestoring(scene)
    describeTelling(scene)
    describeMoving(scene)
    describeCalling(scene)
    describeEnding(scene)
  })
}
