"""Tools for developers: pictures, types and catalogues; the product never imports them."""
