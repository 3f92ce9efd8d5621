import { expect, test } from 'vitest'
import { mountPart } from './testing/mountPart.tsx'
import { WalletIcon } from './WalletIcon.tsx'

test.each([
  ['Trust Wallet', 'TW'],
  ['imToken', 'I'],
  ['1inch Wallet', '1W'],
  ['', ''],
])('%j without a picture shows %j', async (name, initials) => {
  using part = await mountPart(<WalletIcon name={name} />)
  expect(part.get('text').textContent).toBe(initials)
})

test('a picture that does not load gives way to the initials', async () => {
  using part = await mountPart(<WalletIcon name="Trust Wallet" src="data:image/png;base64,broken" />)
  await expect.poll(() => part.get('text').textContent).toBe('TW')
})

test('nothing shows in its place while the picture is on its way', async () => {
  using part = await mountPart(<WalletIcon name="Trust Wallet" pending />)
  expect(part.root.querySelector('text')).toBeNull()
  expect(part.get('[part=image]').offsetWidth).toBe(36)
})
