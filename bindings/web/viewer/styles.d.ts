/** Style sheets, which the bundle takes in. */
declare module "*.css";
