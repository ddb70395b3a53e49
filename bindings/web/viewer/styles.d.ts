/** Style sheets, which the bundle includes. */
declare module "*.css";
