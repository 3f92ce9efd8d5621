import { type ReactNode, useMemo } from 'react'
import { encode } from 'uqr'

/** The code is drawn in the page: `text` is sent to no service. */
export type QrCodeProps = {
  /** The content. Null: it is loading, and a placeholder shows. */
  text: string | null
  /** The image's description, for assistive technology. */
  label: string
  /** A logo of at most 56 px in the middle. */
  logo?: ReactNode
}

/** Modules of white around the code (ISO/IEC 18004, 9.1). */
const quiet = 4
/** Edge of one finder pattern, in modules. */
const finder = 7
/**
 * Share of the edge that stays free for the logo. Level Q restores 25 % of the code; a fifth of the edge hides 4 % of its
 * area, which leaves the rest to scratches and shadows.
 */
const free = 0.2
/** Below this version the logo would hide more of a short text than level Q restores. */
const minVersion = 7
/** In modules. Thinner columns look lighter, but from 0.86 on every sixth code of a pairing could no longer be read. */
const columnWidth = 1

/** Dark modules as the columns that they form, each a line with round ends; without finders and middle. */
const drawColumns = (data: readonly (readonly boolean[])[], size: number, hasLogo: boolean): string => {
  const middle = Math.ceil((size * free) / 2) + 0.5
  const isShown = (x: number, y: number): boolean => {
    const inFinder = (x < finder && (y < finder || y >= size - finder)) || (x >= size - finder && y < finder)
    const fromCentre = Math.max(Math.abs(x + 0.5 - size / 2), Math.abs(y + 0.5 - size / 2))
    return data[y]?.[x] === true && !inFinder && !(hasLogo && fromCentre < middle)
  }
  const lines: string[] = []
  for (let x = 0; x < size; x++) {
    for (let y = 0; y < size; y++) {
      if (!isShown(x, y)) continue
      const start = y
      while (isShown(x, y + 1)) y++
      // Some browsers draw no ends for a line of zero length.
      lines.push(`M${x + 0.5} ${start + 0.5}v${y - start || 0.01}`)
    }
  }
  return lines.join('')
}

/** A QR code that phones can read: dark on white in every theme, with a logo in the middle that its error correction allows. */
export function QrCode({ text, label, logo }: QrCodeProps) {
  const code = useMemo(() => {
    if (text === null) return null
    const { data, size } = encode(text, { ecc: 'Q', border: 0, minVersion })
    return { size, path: drawColumns(data, size, logo !== undefined) }
  }, [text, logo !== undefined])
  const size = code?.size ?? 65
  const edge = size + 2 * quiet
  const far = size - finder
  return (
    <div part="qr" data-pending={code === null || undefined}>
      <svg
        part="qr-code"
        role="img"
        aria-label={label}
        aria-busy={code === null}
        viewBox={`${-quiet} ${-quiet} ${edge} ${edge}`}
      >
        {[
          [0, 0],
          [far, 0],
          [0, far],
        ].map(([x = 0, y = 0]) => (
          <g key={`${x} ${y}`}>
            <rect x={x + 0.5} y={y + 0.5} width="6" height="6" rx="1.6" fill="none" stroke="#10131a" />
            <rect x={x + 2} y={y + 2} width="3" height="3" rx="0.9" fill="#10131a" />
          </g>
        ))}
        {code !== null && (
          <path d={code.path} fill="none" stroke="#10131a" strokeWidth={columnWidth} strokeLinecap="round" />
        )}
      </svg>
      {logo !== undefined && <span part="qr-logo">{logo}</span>}
    </div>
  )
}
