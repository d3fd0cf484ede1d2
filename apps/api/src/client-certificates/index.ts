export { ClientCertificatesModule } from './client-certificates.module.js';
export { ClientCertificatesService } from './client-certificates.service.js';
export { ClientCertificateRow } from './client-certificate.entity.js';
export { EXAMPLE_CERTIFICATE_ID } from './client-certificates.dto.js';
export { EXAMPLE_CERTIFICATE } from './example-certificate.js';
