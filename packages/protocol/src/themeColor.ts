/**
 * Opaque CSS colors as numbers: the forms that a theme may use, and WCAG 2.2 contrast between them.
 *
 * Accepted: `#rgb`, `#rrggbb`, `rgb()`, `hsl()` and `oklch()` with plain numbers. No alpha (the background is unknown), no names, no
 * `var()`, no `color-mix()`. Anything else is `undefined`.
 */

/** Linear-light sRGB, each channel 0 to 1. */
export type LinearColor = readonly [red: number, green: number, blue: number]

const number = String.raw`(-?\d{1,3}(?:\.\d{1,6})?)`
const gap = '(?: ?, ?| )'
const hex = /^#([\da-f]{3}|[\da-f]{6})$/i
const rgb = new RegExp(`^rgb\\(${number}${gap}${number}${gap}${number}\\)$`)
const hsl = new RegExp(`^hsl\\(${number}(?:deg)?${gap}${number}%${gap}${number}%\\)$`)
const oklch = new RegExp(`^oklch\\(${number}(%?) ${number} ${number}(?:deg)?\\)$`)

const clamp = (value: number): number => Math.min(1, Math.max(0, value))
const toLinear = (encoded: number): number => {
  const value = clamp(encoded)
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
const toEncoded = (linear: number): number =>
  linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055

const fromHex = (digits: string): LinearColor => {
  const size = digits.length / 3
  const channel = (index: number): number => {
    const part = digits.slice(index * size, (index + 1) * size)
    return toLinear(Number.parseInt(size === 1 ? part + part : part, 16) / 255)
  }
  return [channel(0), channel(1), channel(2)]
}

/** Converts HSL to sRGB (CSS Color 4, section 7). */
const fromHsl = (hue: number, saturation: number, lightness: number): LinearColor => {
  const amplitude = clamp(saturation / 100) * Math.min(clamp(lightness / 100), 1 - clamp(lightness / 100))
  const channel = (offset: number): number => {
    const k = (((offset + hue / 30) % 12) + 12) % 12
    return toLinear(clamp(lightness / 100) - amplitude * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return [channel(0), channel(8), channel(4)]
}

/** Converts with Björn Ottosson's OKLab matrices; colors outside sRGB are clipped, as on a screen. */
const fromOklch = (lightness: number, chroma: number, hue: number): LinearColor => {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

/** Parses a color as linear light; `undefined` for any form that isn't accepted. */
export const parseColor = (text: string): LinearColor | undefined => {
  const digits = hex.exec(text)?.[1]
  if (digits !== undefined) return fromHex(digits)
  const [, red, green, blue] = rgb.exec(text) ?? []
  if (blue !== undefined)
    return [toLinear(Number(red) / 255), toLinear(Number(green) / 255), toLinear(Number(blue) / 255)]
  const [, hue, saturation, lightness] = hsl.exec(text) ?? []
  if (lightness !== undefined) return fromHsl(Number(hue), Number(saturation), Number(lightness))
  const [, L, percent, chroma, angle] = oklch.exec(text) ?? []
  if (angle !== undefined) return fromOklch(Number(L) / (percent === '%' ? 100 : 1), Number(chroma), Number(angle))
  return undefined
}

const luminance = ([red, green, blue]: LinearColor): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue

/** Returns the WCAG 2.2 contrast ratio, 1 to 21. */
export const contrast = (one: LinearColor, other: LinearColor): number => {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Mixes two colors in encoded sRGB, as `color-mix(in srgb, …)` does. `share`: 0 to 1. */
export const mix = (from: LinearColor, to: LinearColor, share: number): LinearColor => {
  const channel = (a: number, b: number): number => toLinear(toEncoded(a) * (1 - share) + toEncoded(b) * share)
  return [channel(from[0], to[0]), channel(from[1], to[1]), channel(from[2], to[2])]
}

/** Returns `rgb(r g b)` with whole numbers. */
export const formatColor = (color: LinearColor): string =>
  `rgb(${color.map((channel) => Math.round(toEncoded(channel) * 255)).join(' ')})`
