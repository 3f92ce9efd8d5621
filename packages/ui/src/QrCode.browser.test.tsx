import jsqr from 'jsqr'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { QrCode } from './QrCode.tsx'
import { mountPart, violations } from './testing/mountPart.tsx'
import { WalletIcon } from './WalletIcon.tsx'

const pairing = `wc:${'7f6e504bfad60b48'.repeat(4)}@2?relay-protocol=irn&symKey=${'587d5484ce2a2a6e'.repeat(4)}&expiryTimestamp=1893456000`
const logo = <WalletIcon name="Vulpes" size={52} />

/** Decodes the code on screen, as a camera would. */
const read = async (element: Element): Promise<string | undefined> => {
  const base64 = await page.elementLocator(element).screenshot({ save: false })
  const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))]))
  const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
  if (context === null) throw new Error('No canvas')
  context.drawImage(picture, 0, 0)
  const { data, width, height } = context.getImageData(0, 0, picture.width, picture.height)
  return jsqr(data, width, height)?.data
}

test.each(['light', 'dark'] as const)('a camera reads it with a logo in its middle, in %s', async (mode) => {
  await page.viewport(500, 600)
  using part = await mountPart(<QrCode text={pairing} label="Code" logo={logo} />, { mode })
  expect(await read(part.get('[part=qr]'))).toBe(pairing)
})

test.each([
  ['short', 'wc:1'],
  ['as long as pairings with many methods', `${pairing}&methods=${'wallet_authenticate,'.repeat(12)}`],
])('a text that is %s is read too', async (_, text) => {
  await page.viewport(500, 600)
  using part = await mountPart(<QrCode text={text} label="Code" logo={logo} />)
  expect(await read(part.get('[part=qr]'))).toBe(text)
})

test('has four modules of white on each side, a name, and says while it is on its way', async () => {
  using part = await mountPart(<QrCode text={null} label="Code for Vulpes" />)
  const code = () => part.get<HTMLElement>('[part=qr-code]')
  expect([code().ariaBusy, code().ariaLabel]).toEqual(['true', 'Code for Vulpes'])
  await part.render(<QrCode text={pairing} label="Code for Vulpes" />)
  expect(code().ariaBusy).toBe('false')
  expect(code().getAttribute('viewBox')).toMatch(/^-4 -4 /)
  expect(part.get('[part=qr]').querySelector('[style]')).toBeNull()
  expect(await violations(part.host)).toEqual([])
})
