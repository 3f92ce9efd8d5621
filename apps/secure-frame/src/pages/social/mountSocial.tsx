import { mountPage } from '../link/mountPage.ts'
import type { Handover } from './createHandover.ts'
import { SocialPage } from './SocialPage.tsx'

/** Put the page behind a provider on screen. */
export const mountSocial = (document: Document, handover: Handover): void => {
  mountPage(document.body.appendChild(document.createElement('div')), <SocialPage handover={handover} />)
}
