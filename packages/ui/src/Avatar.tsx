import { hash } from './hash.ts'

/** The address decides the color, and where the light comes from. */
export type AvatarProps = {
  address: string
  /** Edge in pixels; 36 when absent. */
  size?: number
}

const radii = [16, 12.2, 9, 5.8, 3]

/** Five circles of one hue, each 15 % nearer to white than the one around it (specification section 9). */
const tintOf = (hue: number, step: number): string =>
  `oklch(${round(0.55 + 0.45 * 0.15 * step)} ${round(0.17 * (1 - 0.15 * step))} ${hue})`

/** The avatar of an address, lit from one side. The same address has the same avatar. */
export function Avatar({ address, size = 36 }: AvatarProps) {
  // Hexadecimal addresses differ in case only by their checksum; other encodings mean their case.
  const bits = hash(/^0x/i.test(address) ? address.toLowerCase() : address)
  const hue = bits % 360
  const angle = (((bits >>> 13) % 16) * Math.PI) / 8
  const reach = 0.35 + ((bits >>> 18) % 4) * 0.12
  return (
    <svg part="avatar" aria-hidden="true" width={size} height={size} viewBox="0 0 32 32">
      {radii.map((radius, step) => (
        <circle
          key={radius}
          cx={round(16 + Math.cos(angle) * (16 - radius) * reach)}
          cy={round(16 + Math.sin(angle) * (16 - radius) * reach)}
          r={radius}
          fill={tintOf(hue, step)}
        />
      ))}
    </svg>
  )
}

const round = (value: number): number => Math.round(value * 1000) / 1000
