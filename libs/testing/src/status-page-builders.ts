let count = 0;
const next = () => (count += 1);

/** Without cards unless it is given some. */
export const statusPageBody = (values: object = {}) => {
  const number = next();
  return { name: `Page ${number}`, url: `page-${number}`, cards: [], ...values };
};

/** One INVESTIGATING update; `services` are ids. */
export const statusPageIncidentBody = (services: string[], values: object = {}) => ({
  name: `Incident ${next()}`,
  severity: 'MAJOR',
  services: services.map((id) => ({ id })),
  incidentUpdates: [{ description: 'We look into it', status: 'INVESTIGATING' }],
  ...values,
});
