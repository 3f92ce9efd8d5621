import { IconButton } from './IconButton.tsx'

/** Pass `onCopy` and `copyLabel` together to make the address copyable. */
export type AddressProps = {
  address: string
  /** `short`: first six, last four. `full`: all of it, grouped in fours. */
  form?: 'short' | 'full'
  /** An address that looks like this one: differences are marked. */
  lookalike?: string | undefined
  /** Just copied: the icon becomes a tick. */
  copied?: boolean
} & ({ onCopy?: never; copyLabel?: never } | { onCopy: () => void; copyLabel: string })

const shorten = (address: string): string =>
  address.length <= 12 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`

type Piece = { start: number; text: string; differs: boolean }

/** Splits into groups of four after the `0x`, and also where the differences from the lookalike begin and end. */
const groups = (address: string, lookalike: string | undefined): Piece[][] => {
  const prefix = /^0x/i.test(address) ? 2 : 0
  const all: Piece[][] = prefix === 0 ? [] : [[{ start: 0, text: address.slice(0, prefix), differs: false }]]
  for (let start = prefix; start < address.length; start += 4) {
    const pieces: Piece[] = []
    for (let at = start; at < Math.min(start + 4, address.length); at++) {
      const differs = lookalike !== undefined && address[at]?.toLowerCase() !== lookalike[at]?.toLowerCase()
      const last = pieces.at(-1)
      if (last?.differs === differs) last.text += address[at]
      else pieces.push({ start: at, text: address[at] ?? '', differs })
    }
    all.push(pieces)
  }
  return all
}

/** An address in tabular digits, left to right in every language. The spaces are drawn, not text: a selection copies clean. */
export function Address({ address, form = 'short', lookalike, onCopy, copyLabel, copied = false }: AddressProps) {
  return (
    <span part="address" data-form={form}>
      <bdi dir="ltr" part="address-text" title={form === 'short' ? address : undefined}>
        {form === 'short'
          ? shorten(address)
          : groups(address, lookalike).map((pieces) => (
              <span key={pieces[0]?.start} className="lk-address-group">
                {pieces.map(({ start, text, differs }) =>
                  differs ? (
                    <mark key={start} part="address-differs">
                      {text}
                    </mark>
                  ) : (
                    text
                  ),
                )}
              </span>
            ))}
      </bdi>
      {copyLabel !== undefined && <IconButton icon={copied ? 'check' : 'copy'} label={copyLabel} onClick={onCopy} />}
    </span>
  )
}
