import type { ModalOptions } from '../Modal.ts'

/** An option of `createModal` that an attribute of `<latchkey-button>` sets, and how its text is read. */
type Row = { attribute: string; read: (text: string) => Partial<ModalOptions> }

const list = (text: string): string[] => text.split(/[\s,]+/).filter((part) => part !== '')

/** Invalid values are passed on: `createModal` reports them with an alert. */
const rows: readonly Row[] = [
  { attribute: 'project-id', read: (projectId) => ({ projectId }) },
  { attribute: 'frame-url', read: (frameUrl) => ({ frameUrl }) },
  { attribute: 'api-url', read: (apiUrl) => ({ apiUrl }) },
  { attribute: 'networks', read: (text) => ({ networks: list(text) as unknown as ModalOptions['networks'] }) },
  { attribute: 'socials', read: (text) => ({ features: { socials: list(text) as never } }) },
  { attribute: 'relay-url', read: (relayUrl) => ({ walletConnect: { relayUrl } }) },
  { attribute: 'theme-mode', read: (text) => ({ themeMode: text as NonNullable<ModalOptions['themeMode']> }) },
  { attribute: 'logo', read: (logo) => ({ logo }) },
  { attribute: 'terms-url', read: (termsUrl) => ({ termsUrl }) },
  { attribute: 'privacy-url', read: (privacyUrl) => ({ privacyUrl }) },
]

/**
 * Returns the options that the attributes of an element set; the modal's name is `app-name`, or the document's title.
 *
 * The options may be incomplete: `createModal` reports that.
 */
export const readModalOptions = (element: Element): ModalOptions => {
  const options = rows.map(({ attribute, read }) => {
    const text = element.getAttribute(attribute)
    return text === null ? {} : read(text)
  })
  const name = element.getAttribute('app-name') ?? element.ownerDocument.title
  return Object.assign({ metadata: { name }, networks: [] }, ...options) as ModalOptions
}
