import type { Device } from '../Settings.ts'

/** What the person calls a device, or what it is. */
export const deviceName = ({ name, browser }: Pick<Device, 'name' | 'browser'>): string =>
  name === '' ? browser : name
