/** The models that can answer: what this device can do, what is here, what may be loaded. */
export const models = {
  heading: 'Models',
} as const;
