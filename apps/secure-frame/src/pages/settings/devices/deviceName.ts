import type { Device } from '../Settings.ts'

/** Returns the user's name for a device, or its kind. */
export const deviceName = ({ name, browser }: Pick<Device, 'name' | 'browser'>): string =>
  name === '' ? browser : name
