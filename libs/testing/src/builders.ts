/** Bodies that the API accepts, each with a name of its own; give what a test is about. */

let count = 0;
const next = () => (count += 1);

export const variableBody = (values: object = {}) => ({ key: `VARIABLE_${next()}`, value: 'a value', ...values });

export const privateLocationBody = (values: object = {}) => {
  const number = next();
  return { name: `Location ${number}`, slugName: `location-${number}`, ...values };
};

/** `request` is merged. Runs nowhere unless it is given `privateLocations`. */
export const urlCheckBody = ({ request, ...values }: { request?: object; [field: string]: unknown } = {}) => ({
  name: `Check ${next()}`,
  frequency: 10,
  activated: true,
  request: { method: 'GET', url: 'https://pharos.test/', ...request },
  ...values,
});
