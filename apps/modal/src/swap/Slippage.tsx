import { t } from '@latchkey/copy/swap'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useId } from 'react'
import { setSlippageAtom, slippageAtom, slippageBpsAtom, slippageTextAtom } from './swapForm.ts'
import { slippageLimits } from './swapRules.ts'
import { percentText } from './swapWords.ts'

const presets = ['', '0.5', '2'] as const

/** Selects the maximum slippage: the default, two steps, or the user's own within limits. */
export function Slippage() {
  const id = useId()
  const text = useAtomValue(slippageTextAtom)
  const reading = useAtomValue(slippageAtom)
  const bps = useAtomValue(slippageBpsAtom)
  const set = useSetAtom(setSlippageAtom)
  const isPreset = (presets as readonly string[]).includes(text)
  const problem =
    reading.kind === 'tooLow'
      ? t('slippageLow', { percent: percentText(slippageLimits.min / 100) })
      : reading.kind === 'tooHigh'
        ? t('slippageHigh', { percent: percentText(slippageLimits.max / 100) })
        : undefined
  const isRisky = reading.kind === 'own' && bps >= slippageLimits.risky
  return (
    <fieldset part="swap-slippage">
      <legend className="lk-hidden">{t('slippage')}</legend>
      <div part="swap-options">
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            part="swap-option"
            aria-pressed={text === preset}
            onClick={() => set(preset)}
          >
            {preset === '' ? t('auto') : percentText(Number(preset))}
          </button>
        ))}
        <label part="swap-own" dir="ltr">
          <span className="lk-hidden">{t('own')}</span>
          <input
            value={isPreset ? '' : text}
            inputMode="decimal"
            autoComplete="off"
            placeholder="1.5"
            size={1}
            aria-invalid={problem !== undefined || undefined}
            aria-describedby={`${id}-hint`}
            onChange={(event) => set(event.target.value)}
          />
          <span aria-hidden="true">%</span>
        </label>
      </div>
      <p id={`${id}-hint`} part={problem === undefined ? 'swap-note' : 'swap-note swap-error'}>
        {problem ?? (isRisky ? t('slippageRisky', { percent: percentText(bps / 100) }) : t('slippageHint'))}
      </p>
    </fieldset>
  )
}
