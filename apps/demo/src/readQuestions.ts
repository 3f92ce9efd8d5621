import type { ModalOptions } from '@latchkey/modal'

/**
 * Reads whether the playground requests a sign-in message (`/playground?siwx=required`), or an email address (`?emailCapture=required`).
 */
export const askModes = ['off', 'optional', 'required'] as const
export type AskMode = (typeof askModes)[number]

export const readAskMode = (search: string, name: 'siwx' | 'emailCapture'): AskMode => {
  const wanted = new URLSearchParams(search).get(name)
  return askModes.find((mode) => mode === wanted) ?? 'off'
}

/** The modal's option for sign-in messages. */
export const readSiwx = (search: string): Pick<ModalOptions, 'siwx'> => {
  const mode = readAskMode(search, 'siwx')
  return mode === 'off' ? {} : { siwx: { isRequired: mode === 'required' } }
}

/** The modal's feature for email addresses. */
export const readCapture = (search: string): Pick<NonNullable<ModalOptions['features']>, 'emailCapture'> => {
  const mode = readAskMode(search, 'emailCapture')
  return mode === 'off' ? {} : { emailCapture: mode }
}

/** The modal's option for telemetry (`/playground?telemetry=on`). */
export const readTelemetry = (search: string): Pick<ModalOptions, 'telemetry'> =>
  new URLSearchParams(search).get('telemetry') === 'on' ? { telemetry: true } : {}
